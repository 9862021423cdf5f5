import Glibc
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests in which an older copy of a file replaces the current file.
@Suite("Older files") struct OlderFilesTests {
  private let refused = KeychainError.Code.notAvailable.rawValue

  /// A locked keychain, and its keybag from before the passcode was set.
  private func withPasscode() throws -> (TestMachine, TestKeychain, older: [UInt8]) {
    let machine = try TestMachine()
    let first = TestKeychain(machine.process(), in: machine.folder)
    try first.add(.generic("one"))
    let older = try machine.folder.keybagBytes()
    try first.keychain.setPasscode(passcode("1"))
    try first.keychain.lock()
    return (machine, first, older)
  }

  // MARK: The keybag

  @Test(
    "A keybag from before the passcode is refused by every call, and no item is lost")
  func beforeThePasscode() throws {
    let (machine, _, older) = try withPasscode()
    let newer = try machine.folder.keybagBytes()
    try machine.folder.replaceKeybag(older)

    let later = TestKeychain(machine.process(), in: machine.folder)
    #expect(later.status() == refused)
    for call in [
      { try later.add(.generic("two")) }, { try later.delete(.generic("one")) },
      { _ = try later.keychain.setPasscode(passcode("2")) },
      { _ = try later.keychain.rotateKeys() }, { _ = try later.keychain.changeDeviceKey() },
    ] as [() throws -> Void] {
      #expect(reason(call)?.contains("verify-keychain --accept-older") == true)
    }
    #expect(try machine.folder.keybagBytes() == older)
    let report = try later.keychain.verify()
    #expect(report.obstacle?.code == .notAvailable)
    #expect(report.damages.contains { $0.reason.contains("not the one that keychain.db records") })

    try machine.folder.replaceKeybag(newer)
    let restored = TestKeychain(machine.process(), in: machine.folder)
    #expect(restored.status() == KeychainError.Code.interactionNotAllowed.rawValue)
    try restored.keychain.unlock(passcode("1"))
    #expect(try restored.count(of: [.generic("one"), .generic("two")]) == 1)
    #expect(try restored.keychain.verify().isIntact)
  }

  @Test("A keybag with an earlier passcode accepts no passcode, in any process")
  func earlierPasscode() throws {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("one"))
    try process.setPasscode(passcode("old"))
    let older = try machine.folder.keybagBytes()
    try process.changePasscode(from: passcode("old"), to: passcode("new"))
    let newer = try machine.folder.keybagBytes()
    try process.lock()
    let kept = machine.custody.count
    try machine.folder.replaceKeybag(older)
    for each in [process, machine.process()] {
      for call in [
        { try each.unlock(passcode("old")) }, { try each.check(passcode("old")) },
        { _ = try each.authenticationKey(for: passcode("old")) },
        { _ = try each.rotateKeys(passcode("old")) },
      ] as [() throws -> Void] {
        // A process that still has the newer keybag in memory reports a wrong passcode.
        #expect([.notAvailable, .authenticationFailed].contains(code(call)))
      }
    }
    try machine.folder.replaceKeybag(newer)
    #expect(machine.custody.count == kept)
    let later = TestKeychain(machine.process(), in: machine.folder)
    #expect(later.status() == KeychainError.Code.interactionNotAllowed.rawValue)
    #expect(reason { try later.keychain.unlock(passcode("old")) } != nil)
    try later.keychain.unlock(passcode("new"))
  }

  @Test("If only a keybag with a smaller number exists, the current keybag is missing")
  func smallerNumber() throws {
    let store = try SampleStore.small.get().copy()
    let older = try store.folder.keybagBytes()
    _ = try store.keychain.rotateKeys()
    store.keychain.close()
    #expect(unlink(store.folder(try store.folder.keybagName())) == 0)
    try store.folder.write(older, to: "keybag.1")
    for _ in 0..<2 { #expect(store.status() == refused) }
    #expect(
      try store.keychain.verify().obstacle?.reason.contains("the keybag in force is missing")
        == true)
    #expect(try store.folder.read("keybag.1") == older)
  }

  @Test("After an older keybag is accepted, items of newer keys are reported, but not lost")
  func accepted() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    try store.add(.generic("before"))
    let older = try store.folder.keybagBytes()
    _ = try store.keychain.rotateKeys()
    let newer = try store.folder.keybagBytes()
    store.keychain.close()
    try store.folder.replaceKeybag(older)

    let later = TestKeychain(reopening: store)
    #expect(try later.keychain.acceptOlder())
    #expect(try !later.keychain.acceptOlder())
    #expect(later.status() == 0)
    #expect(try later.count(of: sample.items) == 0)
    #expect(try !later.keychain.verify().isIntact)
    #expect(try later.keychain.verify().obstacle == nil)
    #expect(reason { try later.add(.generic("before")) } != nil)
    try later.add(.generic("with the older one"))
    #expect(try later.count(of: [.generic("with the older one")]) == 1)
    // The acceptance destroys no keybag, and does not change the accepted keybag.
    #expect(try store.folder.keybagBytes() == older)

    // The newer keybag was found again. The newer keybag replaces the current keybag and is accepted.
    later.keychain.close()
    try store.folder.replaceKeybag(newer)
    let restored = TestKeychain(reopening: store)
    #expect(restored.status() == refused)
    #expect(try restored.keychain.acceptOlder())
    #expect(try restored.count(of: sample.items) == sample.items.count)
    #expect(try restored.count(of: [.generic("before")]) == 1)
  }

  @Test("An open process continues with an accepted keybag") func openProcess()
    throws
  {
    let store = try TestKeychain()
    try store.add(.generic("before"))
    let older = try store.folder.keybagBytes()
    _ = try store.keychain.rotateKeys()
    #expect(try store.count(of: [.generic("before")]) == 1)
    try store.folder.replaceKeybag(older)
    let later = TestKeychain(reopening: store)
    #expect(try later.keychain.acceptOlder())
    try later.add(.generic("after"))
    #expect(try store.count(of: [.generic("after")]) == 1)
  }

  @Test("An acceptance changes nothing if no file is older, or if files are missing")
  func nothingToAccept() throws {
    let empty = try TestKeychain()
    #expect(try !empty.keychain.acceptOlder())
    #expect(empty.folder.names().isEmpty)
    let store = try SampleStore.small.get().copy()
    #expect(try !store.keychain.acceptOlder())
    let keybag = try store.folder.read("keybag.1")
    #expect(unlink(store.folder("keybag.1")) == 0)
    #expect(reason { _ = try store.keychain.acceptOlder() }?.contains("is missing") == true)
    // The keybag belongs to another store.
    let other = try TestKeychain()
    try other.add(.generic("one"))
    try store.folder.write(try other.folder.keybagBytes(), to: "keybag.1")
    #expect(reason { _ = try store.keychain.acceptOlder() } != nil)
    try store.folder.write(keybag, to: "keybag.1")
    let key = try store.folder.read("device.key")
    let database = try store.folder.read("keychain.db")
    for (name, content) in [("device.key", key), ("keychain.db", database)] {
      #expect(unlink(store.folder(name)) == 0)
      #expect(reason { _ = try store.keychain.acceptOlder() } != nil)
      try store.folder.write(content, to: name)
    }
    #expect(store.status() == 0)
  }

  @Test("A refused keybag does not use the passcode file, and no wrong passcode is recorded")
  func givenPasscode() throws {
    let machine = try TestMachine()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("one"))
    try first.setPasscode(passcode("old"))
    let older = try machine.folder.keybagBytes()
    try first.changePasscode(from: passcode("old"), to: passcode("new"))
    try first.lock()
    first.close()
    let newer = try machine.folder.keybagBytes()
    let elsewhere = try TemporaryDirectory()
    for code in ["old", "new"] { try elsewhere.write(Array(code.utf8), to: code) }
    let header = try #require(try machine.folder.vaultFiles().header())
    for code in ["old", "new"] {
      let failures = try header.attempts().failures
      try machine.folder.replaceKeybag(older)
      let service = machine.process(passcodeFile: elsewhere(code))
      let store = TestKeychain(service, in: machine.folder)
      for _ in 0..<3 {
        #expect(store.status() == refused)
        _ = try service.verify()
      }
      #expect(try header.attempts().failures == failures)
      try machine.folder.replaceKeybag(newer)
      // The test restores the newer keybag. The same process then tries the passcode in its file.
      #expect((store.status() == 0) == (code == "new"), "\(code)")
    }
  }

  @Test(
    "With an older keybag, a damaged database is repaired only after the keybag is restored",
    arguments: ["DROP INDEX genp_agrp", "PRAGMA application_id = 1", "DELETE FROM store"])
  func repair(_ damage: String) throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let older = try store.folder.keybagBytes()
    _ = try store.keychain.rotateKeys()
    let newer = try store.folder.keybagBytes()
    try store.execute(damage)
    try store.folder.replaceKeybag(older)
    let later = TestKeychain(reopening: store)
    #expect(later.status() == refused)
    #expect(reason { _ = try later.keychain.repair() } != nil)
    #expect(try later.keychain.verify().setAside.isEmpty)
    try store.folder.replaceKeybag(newer)
    let restored = TestKeychain(reopening: store)
    #expect(try restored.repair().counts.map(\.missing) == [0, 0, 0, 0])
    #expect(try restored.count(of: sample.items) == sample.items.count)
    #expect(try restored.keychain.verify().isIntact)
  }

  @Test(
    "A row with the key number of a destroyed key moves to quarantine when an equal item is added"
  )
  func damagedKeyNumber() throws {
    let store = try TestKeychain()
    try store.add(.generic("one"))
    let keyID = try #require(try store.rows().first?.keyID)
    _ = try store.keychain.rotateKeys()
    try store.execute("UPDATE genp SET key_id = \(keyID)")
    try store.add(.generic("one"))
    #expect(try store.count(of: [.generic("one")]) == 1)
    #expect(try store.keychain.verify().quarantined.count == 1)
  }

  // MARK: The database

  /// All files except `keychain.db-shm`, which SQLite recreates. The keychain is closed first.
  private func snapshot(_ keychain: LocalKeychain, _ folder: TemporaryDirectory) throws -> [String:
    [UInt8]]
  {
    keychain.close()
    var files: [String: [UInt8]] = [:]
    for name in folder.names() where !name.hasSuffix("-shm") {
      files[name] = try folder.read(name)
    }
    return files
  }

  private func restore(
    _ names: [String], of files: [String: [UInt8]], _ folder: TemporaryDirectory
  ) throws {
    for name in names {
      unlink(folder(name))
      if let content = files[name] { try folder.write(content, to: name) }
    }
    unlink(folder("keychain.db-shm"))
  }

  private static let database = ["keychain.db", "keychain.db-wal"]

  @Test("A database from before a rotation is refused by every call")
  func databaseFromBeforeARotation() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let before = try snapshot(store.keychain, store.folder)
    _ = try store.keychain.rotateKeys()
    store.keychain.close()
    try restore(Self.database, of: before, store.folder)
    let later = TestKeychain(reopening: store)
    for _ in 0..<2 {
      #expect(later.status() == refused)
      #expect(code { try later.add(.generic("new")) } == .notAvailable)
    }
    let report = try later.keychain.verify()
    #expect(!report.isIntact)
    #expect(report.obstacle?.code == .notAvailable)
    #expect(report.obstacle?.reason.contains("older") == true, "\(report.obstacle?.reason ?? "")")
    // The older database is also refused together with its own header, because the newer keybag exists.
    try restore(["latchkey.lock"], of: before, store.folder)
    let both = TestKeychain(reopening: store)
    #expect(both.status() == refused)
    #expect(try both.keychain.verify().obstacle?.reason.contains("keybag") == true)
    // The older database, header and keybag together are a valid keychain.
    let name = try store.folder.keybagName()
    #expect(unlink(store.folder(name)) == 0)
    try restore(["keybag.1"], of: before, store.folder)
    #expect(try TestKeychain(reopening: store).count(of: sample.items) == sample.items.count)
  }

  @Test("A database without an acknowledged change is refused until it is accepted")
  func databaseFromBeforeAChange() throws {
    let store = try SampleStore.small.get().copy()
    let before = try snapshot(store.keychain, store.folder)
    try store.add(.generic("acknowledged"))
    store.keychain.close()
    try restore(Self.database, of: before, store.folder)
    let later = TestKeychain(reopening: store)
    for _ in 0..<2 { #expect(later.status() == refused) }
    let report = try later.keychain.verify()
    #expect(report.obstacle?.reason.contains("acknowledged") == true)
    #expect(try later.keychain.acceptOlder())
    #expect(later.status() == 0)
    #expect(try later.count(of: [.generic("acknowledged")]) == 0)
    try later.add(.generic("acknowledged"))
    #expect(try later.keychain.verify().isIntact)
  }

  @Test("A database from before the passcode is refused") func databaseBeforeThePasscode()
    throws
  {
    let machine = try TestMachine()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("one"))
    let before = try snapshot(first, machine.folder)
    try first.setPasscode(passcode("1"))
    try first.lock()
    first.close()
    try restore(Self.database, of: before, machine.folder)
    let later = machine.process()
    #expect(TestKeychain(later, in: machine.folder).status() == refused)
    #expect(code { try later.setPasscode(passcode("2")) } == .notAvailable)
    #expect(try later.verify().obstacle?.code == .notAvailable)
  }

  @Test("A database with a damaged identifier is refused until it is accepted, and keeps every item")
  func damagedIdentifier() throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy()
    let vaultID = try store.folder.headerState().vaultID
    try store.execute("UPDATE store SET uuid = zeroblob(16)")
    for _ in 0..<2 { #expect(store.status() == refused) }
    #expect(try store.keychain.verify().obstacle?.code == .notAvailable)
    #expect(try store.keychain.acceptOlder())
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.verify().isIntact)
    #expect(try store.folder.headerState().vaultID == vaultID)
  }

  /// The last commits are only in the log, not in the database.
  @Test(
    "A truncated or damaged log with acknowledged commits is detected",
    arguments: ["gone", "empty", "half", "last frame", "flipped", "header"])
  func damagedLog(_ kind: String) throws {
    let sample = try SampleStore.inLog.get()
    let store = try sample.copy { files in
      guard let log = files["keychain.db-wal"] else { return }
      let frame = 4096 + 24
      switch kind {
      case "gone": files["keychain.db-wal"] = nil
      case "empty": files["keychain.db-wal"] = []
      case "half":
        files["keychain.db-wal"] = Array(log.prefix(32 + (log.count - 32) / frame / 2 * frame))
      case "last frame": files["keychain.db-wal"] = Array(log.dropLast(frame))
      case "flipped": files["keychain.db-wal"]?[log.count / 2] ^= 1
      default: files["keychain.db-wal"]?[17] ^= 1
      }
    }
    let before = try store.folder.read("keychain.db")
    let report = try store.keychain.verify()
    #expect(!report.isIntact)
    #expect(report.obstacle?.code == .notAvailable)
    #expect(report.obstacle?.reason.contains("lacks changes that were acknowledged") == true)
    for call in [
      { _ = try store.secrets(sample.items[0].query) }, { try store.add(.generic("new")) },
      { _ = try store.keychain.rotateKeys() }, { _ = try store.keychain.repair() },
    ] as [() throws -> Void] {
      #expect(code(call) == .notAvailable)
    }
    #expect(try store.folder.read("keychain.db") == before)
    // A person decides to continue without the lost commits.
    #expect(try store.keychain.acceptOlder())
    #expect(store.status() == 0)
    try store.add(.generic("new"))
    #expect(try store.keychain.verify().isIntact)
  }

  // MARK: The header

  @Test("A header from before the keychain was locked is refused, and its acceptance locks the keychain")
  func headerFromBeforeALocking() throws {
    let machine = try TestMachine()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("one"))
    try first.setPasscode(passcode("1"))
    let before = try snapshot(first, machine.folder)
    let vaultID = try machine.folder.keybag().vaultID
    let ticket = try #require(machine.custody.ticket(.whenUnlocked, of: vaultID))
    try first.lock()
    first.close()
    machine.custody.replay(ticket, .whenUnlocked, of: vaultID)
    try restore(["latchkey.lock"], of: before, machine.folder)
    let later = machine.process()
    #expect(TestKeychain(later, in: machine.folder).status() == refused)
    #expect(try later.verify().obstacle?.reason.contains("the keychain was locked since") == true)
    #expect(try later.acceptOlder())
    #expect(try later.lockStatus().state == .locked)
    #expect(
      TestKeychain(machine.process(), in: machine.folder).status()
        == KeychainError.Code.interactionNotAllowed.rawValue)
    try later.unlock(passcode("1"))
    #expect(try TestKeychain(later, in: machine.folder).count(of: [.generic("one")]) == 1)
  }

  @Test("The acceptance of a lost header locks the keychain and sets strict lock settings")
  func lostHeader() throws {
    let machine = try TestMachine()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("one"))
    try first.setPasscode(passcode("1"))
    first.close()
    try machine.folder.write([], to: "latchkey.lock")
    let later = machine.process()
    #expect(TestKeychain(later, in: machine.folder).status() == refused)
    #expect(try later.acceptOlder())
    let status = try later.lockStatus()
    #expect(status.state == .locked)
    #expect(status.settings == LockSettings(timeout: 300, locksWhenSuspended: true))
    try later.unlock(passcode("1"))
    machine.clock.pass(seconds: 299)
    #expect(TestKeychain(later, in: machine.folder).status() == 0)
    machine.clock.pass(seconds: 1)
    for process in [later, machine.process()] {
      #expect(
        TestKeychain(process, in: machine.folder).status()
          == KeychainError.Code.interactionNotAllowed.rawValue)
    }
  }

  @Test(
    "An interrupted acceptance is repeated by the next acceptance",
    arguments: [.keybagsSetAside, .acceptanceNamed, .accepted] as [Step])
  func interruptedAcceptance(_ step: Step) throws {
    let sample = try SampleStore.small.get()
    let store = try sample.copy { $0["latchkey.lock"] = nil }
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try TestKeychain(reopening: store, onStep: interruption.done).keychain.acceptOlder()
    }
    #expect(interruption.isDead)
    let later = TestKeychain(reopening: store)
    // Until the acceptance is complete, every call is refused.
    #expect((later.status() == 0) == (step == .accepted))
    #expect(try later.keychain.acceptOlder() == (step != .accepted))
    #expect(try later.count(of: sample.items) == sample.items.count)
    #expect(try store.folder.headerState().job == nil)
    #expect(try later.keychain.verify().isIntact)
    #expect(try !later.keychain.acceptOlder())
  }
}
