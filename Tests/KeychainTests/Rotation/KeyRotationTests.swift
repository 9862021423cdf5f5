import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the rotation of a store's keys.
@Suite("Key rotation") struct KeyRotationTests {
  @Test("Items keep their content, reference, order, dates and digest, and the old keys are destroyed")
  func nothingIsLost() throws {
    let sample = try SampleStore.standard.get()
    let store = try sample.copy()
    let before = try Contents(store)
    let outcome = try #require(try store.keychain.rotateKeys())
    // The rotation also seals the tombstone again.
    #expect(outcome.resealedCount == sample.items.count + 1)
    #expect(outcome.destroyedKeyCount == 6)
    #expect(outcome.keptKeyCount == 0)
    #expect(!outcome.isResumed)
    #expect(try Contents(store) == before)
    #expect(try Contents(TestKeychain(reopening: store)) == before)
    #expect(try store.count(of: sample.items) == sample.items.count)
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.retiredKeyCount == 0)
    #expect(report.counts.map(\.tombstones).reduce(0, +) == 1)
    let keybag = try store.keybag()
    #expect(keybag.entries.filter { $0.state == .destroyed }.map(\.keyID) == Array(1...6))
    #expect(keybag.entries.filter { $0.state == .active }.map(\.keyID).count == 6)
    #expect(try store.keyIDsInUse().isSubset(of: store.activeKeyIDs()))
  }

  @Test("After an older keybag was accepted, its new keys do not apply to rows of the newer keybag")
  func keybagOfAnotherLine() throws {
    let sample = try SampleStore.standard.get()
    let store = try sample.copy()
    let older = try store.folder.keybagBytes()
    _ = try store.keychain.rotateKeys()
    let before = try Contents(store)
    let newer = try store.folder.keybagBytes()
    try store.folder.replaceKeybag(older)
    let put = TestKeychain(reopening: store)
    #expect(try put.keychain.acceptOlder())
    _ = try put.keychain.rotateKeys()
    #expect(try !put.keychain.verify().isIntact)
    #expect(try put.keychain.purge().dead == 0)
    try store.folder.replaceKeybag(newer)
    let restored = TestKeychain(reopening: store)
    #expect(try restored.keychain.acceptOlder())
    #expect(try Contents(restored) == before)
  }

  @Test("The rotation keeps a key that only an unknown table of a later version uses")
  func tableOfALaterVersion() throws {
    let store = try SampleStore.small.get().copy()
    let keyID = try #require(try store.rows().first?.keyID)
    try store.execute(
      """
      CREATE TABLE later (id INTEGER PRIMARY KEY, key_id INTEGER NOT NULL);
      INSERT INTO later VALUES (1, \(keyID))
      """)
    let outcome = try #require(try store.keychain.rotateKeys())
    #expect(outcome.destroyedKeyCount == 5)
    #expect(outcome.keptKeyCount == 1)
    #expect(try store.keyIDsInUse().contains(keyID))
    try store.execute("DROP TABLE later")
    #expect(try store.keychain.rotateKeys()?.destroyedKeyCount == 1)
  }

  @Test("A rotation changes only the key number and the sealed columns") func columns() throws {
    let store = try SampleStore.standard.get().copy()
    let before = try store.rows()
    _ = try store.keychain.rotateKeys()
    let after = try store.rows()
    #expect(before.count == after.count)
    for (old, new) in zip(before, after) {
      var expected = old
      expected.keyID = new.keyID
      #expect(new.hasSameColumns(as: expected))
      #expect(new.keyID > 6 && old.keyID <= 6)
      #expect(new.tags == old.tags)
      #expect(new.metadata.prefix(24) != old.metadata.prefix(24))
      #expect(new.metadata.count == old.metadata.count)
      #expect(new.secret?.count == old.secret?.count)
      if let secret = old.secret { #expect(new.secret != secret) }
    }
  }

  @Test("After a rotation, a new item replaces its tombstone") func tombstone()
    throws
  {
    let store = try SampleStore.small.get().copy()
    _ = try store.keychain.rotateKeys()
    let count = try store.rows().count
    try store.add(.generic("tombstone", isSynchronizable: true))
    #expect(try store.rows().count == count)
  }

  @Test("An older keybag opens no row after a rotation") func oldKeybag() throws {
    let store = try SampleStore.standard.get().copy()
    let old = try store.folder.keybagBytes()
    _ = try store.keychain.rotateKeys()
    store.keychain.close()
    let new = try store.folder.keybagBytes()
    try store.folder.replaceKeybag(old)
    let attacker = TestKeychain(reopening: store)
    #expect(try attacker.keychain.acceptOlder())
    #expect(try attacker.secrets(ItemQuery(.genericPassword, isSynchronizable: nil)).isEmpty)
    let report = try attacker.keychain.verify()
    #expect(report.counts.allSatisfy { $0.items == 0 && $0.tombstones == 0 })
    attacker.keychain.close()
    try store.folder.replaceKeybag(new)
    let restored = TestKeychain(reopening: store)
    #expect(try restored.keychain.acceptOlder())
    #expect(try restored.keychain.verify().isIntact)
  }

  @Test("Each rotation creates new keys, and items added in between are found") func repeated() throws {
    let store = try SampleStore.small.get().copy()
    for round in 0..<3 {
      try store.add(.generic("round \(round)"))
      let outcome = try #require(try store.keychain.rotateKeys())
      #expect(!outcome.isResumed)
      #expect(outcome.destroyedKeyCount == 6)
    }
    for round in 0..<3 { #expect(try store.count(of: [.generic("round \(round)")]) == 1) }
    #expect(try store.keyIDsInUse().isSubset(of: store.activeKeyIDs()))
  }

  @Test("A rotation creates no store") func noStore() throws {
    let store = try TestKeychain()
    #expect(try store.keychain.rotateKeys() == nil)
    #expect(!store.exists("keychain.db"))
  }

  @Test("A rotation does not notify observers, because no item has changed") func untold() throws {
    let machine = try TestMachine()
    let told = ForkSafeMutex(0)
    let client = KeychainClient(machine.process(), as: .tool) { _ in told.withLock { $0 += 1 } }
    let one = SampleItem.generic("one")
    _ = try client.perform(.add(AddRequest(one.itemClass, attributes: one.attributes, secret: one.secret)))
    let beginning = try client.changes(since: nil).cursor
    #expect(told.withLock { $0 } == 1)
    #expect(try client.rotateKeys()?.resealedCount == 1)
    #expect(told.withLock { $0 } == 1)
    #expect(try client.changes(since: beginning, waitingFor: .zero).changes == [])
  }

  /// The steps of a rotation, in order. A rotation changes the keybag twice, so some steps occur twice. `after` is the
  /// number of earlier occurrences of the step.
  private static let steps: [(Step, after: Int)] = [
    (.derived, 0), (.settled, 0), (.keybagNamed, 0), (.keybagWritten, 0), (.committed, 0),
    (.published, 0), (.resealingBegun, 0), (.batchResealed, 0), (.derived, 1), (.keybagNamed, 1),
    (.keybagWritten, 1), (.committed, 1), (.published, 1),
  ]

  @Test("A rotation that was interrupted at any step is finished by the next rotation")
  func interrupted() throws {
    let sample = try SampleStore.small.get()
    for (number, (step, count)) in Self.steps.enumerated() {
      let what = "\(step), \(count)"
      let store = try sample.copy()
      let before = try Contents(store)
      let interruption = Interruption(at: step, after: count)
      #expect(throws: KeychainError.self) {
        try TestKeychain(reopening: store, onStep: interruption.done).keychain.rotateKeys()
      }
      #expect(interruption.isDead, "\(what)")
      let later = TestKeychain(reopening: store)
      #expect(try Contents(later) == before, "\(what)")
      let report = try later.keychain.verify()
      #expect(report.isIntact, "\(what)")
      let (isBegun, isEnded) = (number > 3, number > 10)
      #expect((report.retiredKeyCount > 0) == (isBegun && !isEnded), "\(what)")
      let outcome = try #require(try later.keychain.rotateKeys())
      #expect(outcome.isResumed == (isBegun && !isEnded), "\(what)")
      #expect(outcome.destroyedKeyCount == 6, "\(what)")
      #expect(try Contents(later) == before, "\(what)")
      #expect(try later.keychain.verify().retiredKeyCount == 0, "\(what)")
      // A rotation that was already complete does not begin again.
      let destroyed = try later.keybag().entries.count { $0.state == .destroyed }
      #expect(destroyed == (isEnded ? 12 : 6), "\(what)")
      #expect(try later.keyIDsInUse().isSubset(of: later.activeKeyIDs()), "\(what)")
    }
  }

  @Test("Each large secret is sealed in a separate transaction") func largeSecrets() throws {
    let store = try TestKeychain()
    let items = (0..<3).map { SampleItem.generic("large \($0)", byteCount: 5 << 20) }
    for item in items { try store.add(item) }
    var calls: [Int] = []
    let outcome = try store.keychain.vault.rotate(nil, timeout: LocalKeychain.timeout) { done, _ in
      calls.append(done)
    }
    #expect(outcome.resealedCount == 3)
    #expect(calls == [1, 2, 3])
    #expect(try store.count(of: items) == 3)
    #expect(try store.keychain.verify().isIntact)
  }

  // MARK: Damage

  @Test("The rotation keeps only the key of the damaged row") func damagedRow() throws {
    let store = try SampleStore.small.get().copy()
    try store.execute("UPDATE genp SET meta = zeroblob(100) WHERE id = 2")
    let outcome = try #require(try store.keychain.rotateKeys())
    #expect(outcome.damagedCount == 1)
    #expect(outcome.keptKeyCount == 1)
    #expect(outcome.destroyedKeyCount == 5)
    #expect(try store.keychain.verify().damages.count == 1)
    // The next call starts a new rotation, because the earlier rotation can reseal no more rows.
    let next = try #require(try store.keychain.rotateKeys())
    #expect(!next.isResumed)
    #expect(next.keptKeyCount == 1)
    #expect(next.destroyedKeyCount == 6)
  }

  @Test("The rotation keeps the key of a row with a damaged secret, and the row can be restored")
  func damagedSecret() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let data = try store.blob("SELECT data FROM chunk WHERE seq = 0")
    try store.execute("UPDATE chunk SET data = zeroblob(length(data)) WHERE seq = 0")
    #expect(try store.keychain.rotateKeys()?.keptKeyCount == 1)
    try store.execute("UPDATE chunk SET data = x'\(data.hexadecimal)' WHERE seq = 0")
    #expect(try store.count(of: sample.items) == sample.items.count)
    let outcome = try #require(try store.keychain.rotateKeys())
    #expect(outcome.isResumed)
    #expect(outcome.destroyedKeyCount == 1)
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  @Test(
    "The rotation keeps the key of a row with a damaged key number, and the row can be restored",
    arguments: [2, 99, 7, -1, 1 << 40] as [Int64])
  func damagedKeyNumber(_ number: Int64) throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let right = try #require(try store.rows().first?.keyID)
    try store.execute("UPDATE genp SET key_id = \(number) WHERE id = 1")
    let outcome = try #require(try store.keychain.rotateKeys())
    #expect(outcome.keptKeyCount >= 1)
    try store.execute("UPDATE genp SET key_id = \(right) WHERE id = 1")
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.rotateKeys()?.keptKeyCount == 0)
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  @Test("Intact rows in quarantine are resealed and can be recovered")
  func quarantine() throws {
    let store = try SampleStore.small.get().copy()
    let chunked = try store.quarantine(.generic("chunks", byteCount: 17_000))
    let plain = try store.quarantine(.generic("service 1"))
    let outcome = try #require(try store.keychain.rotateKeys())
    #expect(outcome.keptKeyCount == 0)
    #expect(try store.keychain.recoverQuarantined().recovered == 2)
    #expect(try store.count(of: [chunked, plain]) == 2)
  }

  @Test("The key of a damaged row in quarantine is kept until the row is dropped") func damagedQuarantine()
    throws
  {
    let store = try SampleStore.small.get().copy()
    _ = try store.quarantine(.generic("service 1"))
    try store.execute("UPDATE quarantine SET record = x'00'")
    #expect(try store.keychain.rotateKeys()?.keptKeyCount == 6)
    #expect(try store.keychain.dropQuarantined() == 1)
    let outcome = try #require(try store.keychain.rotateKeys())
    #expect(outcome.isResumed)
    #expect(outcome.destroyedKeyCount == 6)
  }
}
