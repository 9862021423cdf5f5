import CTestSupport
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Vault

@Suite struct KeybagCommitTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.create()
  }

  /// Returns a keybag with a new key, as a rotation creates it.
  private func next(_ vault: TestVault) throws -> Keybag {
    try vault.keybag().rotatingKey(
      for: .always, deviceKey: vault.deviceKey(), random: SystemRandom())
  }

  private func commit(
    _ vault: TestVault, _ keybag: Keybag,
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    }
  ) throws -> KeybagReference {
    var files = try vault.files()
    files.onStep = onStep
    let commit = KeybagCommit(try ExclusiveVaultFiles(files, until: vault.soon))
    return try commit.run(keybag, deviceKey: vault.deviceKey())
  }

  @Test func newKeybagIsInForceAndTheOldOneGone() throws {
    let next = try next(vault)
    let reference = try commit(vault, next)
    #expect(reference.number == 2)
    #expect(try vault.consistency() == .whole)
    #expect(try vault.keybag() == next)
    #expect(try vault.files().keybags.numbers() == [2])
    let state = try vault.state()
    #expect(state.keybag == reference)
    #expect(state.pending == nil)
  }

  /// Sets, changes and removes a passcode. Each change wraps all keys again. After each change, no file in the data
  /// folder contains a wrapped key of the former keybag. The files include the write-ahead log with its free pages.
  @Test func noFileKeepsAnOldWrappedKey() throws {
    let (deviceKey, random) = (try vault.deviceKey(), SystemRandom())
    let cost = try #require(Argon2Cost(passes: 1, memory: 8, lanes: 1))
    var passcodeKey: PasscodeKey?
    for text in ["1234", "5678", "9", nil] as [String?] {
      let old = try vault.data.read(KeybagFiles.name(try vault.row().keybagNumber))
      let next = try text.map { text in
        let bytes = Array(text.utf8)
        return try PasscodeKey(
          new: bytes.withUnsafeBytes { try Passcode($0) }, deviceKey: deviceKey, cost: cost,
          random: random)
      }
      let keybag = try vault.keybag()
      let changed =
        switch (passcodeKey, next) {
        case (nil, let next?):
          try keybag.settingPasscode(next, deviceKey: deviceKey, random: random)
        case (let before?, let next?):
          try keybag.changingPasscode(from: before, to: next, deviceKey: deviceKey, random: random)
        case (let before?, nil):
          try keybag.removingPasscode(before, deviceKey: deviceKey, random: random)
        case (nil, nil): keybag
        }
      _ = try commit(vault, changed)
      passcodeKey = next
      for name in vault.data.names() {
        let bytes = try vault.data.read(name)
        // Searches for pieces of 16 bytes of the former keybag. Skips pieces that are not random, such as numbers.
        let found = stride(from: 128, to: 600, by: 8).filter { start in
          let piece = Array(old[start..<start + 16])
          return Set(piece).count > 8 && contains(bytes, piece)
        }
        #expect(found == [], "\(name)")
      }
    }
  }

  private func contains(_ bytes: [UInt8], _ piece: [UInt8]) -> Bool {
    lk_test_contains(bytes, bytes.count, piece, piece.count) != 0
  }

  @Test(arguments: KeybagCommit.steps.indices) func deathAtAStep(_ number: Int) throws {
    let (old, step) = (try vault.keybag(), KeybagCommit.steps[number])
    #expect(try vault.isKilled("commit", at: number))
    // The interrupted commit is not settled yet, but the files are consistent. Therefore, the next process can open the
    // vault.
    #expect(try vault.consistency() == .whole)
    let isCommitted = try vault.row().keybagNumber == 2
    try vault.resume()
    #expect(try vault.consistency() == .whole)
    #expect(isCommitted == (number >= 4), "\(step)")
    #expect(try (vault.keybag() == old) == !isCommitted)
    #expect(try vault.files().keybags.numbers() == [isCommitted ? 2 : 1])
    #expect(try vault.state().pending == nil)
    // The next commit succeeds.
    let later = try self.next(vault)
    _ = try commit(vault, later)
    #expect(try vault.keybag() == later)
  }

  @Test(arguments: KeybagCommit.steps.indices) func failureAtAStep(_ last: Int) throws {
    let (old, next) = (try vault.keybag(), try next(vault))
    let count = ForkSafeMutex(0)
    let outcome = Result {
      try commit(vault, next) { (_) throws(KeychainError) in
        let isLast = count.withLock { count in
          count += 1
          return count == last + 1
        }
        if isLast { throw KeychainError(.inputOutput, "on purpose") }
      }
    }
    #expect(count.withLock { $0 } > last)
    try vault.resume()
    #expect(try vault.consistency() == .whole)
    switch outcome {
    // The commit succeeds even if an error prevents the removal of the old keybags.
    case .success: #expect(try vault.keybag() == next)
    case .failure:
      #expect(try vault.keybag() == (KeybagCommit.steps[last] == .committed ? next : old))
    }
    #expect(try vault.files().keybags.numbers() == [try vault.row().keybagNumber])
  }

  /// A keybag with a greater number than the recorded keybag belongs to a newer database. The only exception is a
  /// keybag that the header records as pending.
  @Test func newerKeybagIsNoticedAndKept() throws {
    let older = try ["keychain.db", "latchkey.lock", "keybag.1"].map {
      ($0, try vault.data.read($0))
    }
    let next = try next(vault)
    _ = try commit(vault, next)
    // Restores a backup of three files. The newer keybag file stays in the folder.
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    for (name, content) in older { try vault.data.write(content, to: name) }
    #expect(try vault.consistency() == .refused(.newerKeybag))
    #expect(try vault.files().keybags.load(2) == next)
  }

  @Test func olderDatabaseOrHeaderOrKeybagAloneIsNoticed() throws {
    let old = try ["keychain.db", "latchkey.lock", "keybag.1"].map { ($0, try vault.data.read($0)) }
    _ = try commit(vault, next(vault))
    try vault.files().header()?.change(until: vault.soon) { (state) throws(KeychainError) in
      try state.lock(SystemRandom())
    }
    _ = try vault.exclusive().write { _ in }
    let connection = try vault.files().connection(until: vault.soon)
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
    let new = try ["keychain.db", "latchkey.lock", "keybag.2"].map { ($0, try vault.data.read($0)) }
    #expect(try vault.consistency() == .whole)
    for (position, expected) in [
      Consistency.refused(.missingCommits), .refused(.olderHeader), .whole,
    ].enumerated() {
      for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
      for (name, content) in new { try vault.data.write(content, to: name) }
      try vault.data.write(old[position].1, to: old[position].0)
      // An old keybag in addition to the recorded keybag does no harm.
      #expect(try vault.consistency() == expected, "\(old[position].0)")
    }
  }

  @Test func lostCommitIsNoticed() throws {
    let header = try #require(try vault.files().header())
    let before = try vault.data.read("keychain.db")
    let row = try vault.exclusive().write { $0.rows.keys += 1 }
    try header.record(
      CommitRecord(
        number: row.commits, database: row.databaseID, process: getpid(), isSynchronizable: false,
        rows: row.rows))
    #expect(try vault.consistency() == .whole)
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    try vault.data.write(before, to: "keychain.db")
    #expect(try vault.consistency() == .refused(.missingCommits))
  }

  @Test func keybagThatDiffersFromTheRecordedOneRemovesNothing() throws {
    let other = try next(vault)
    try vault.files().keybags.create(other, number: 7)
    let content = try vault.data.read("keybag.7")
    try vault.data.write(content, to: "keybag.1")
    #expect(try vault.consistency() == .refused(.keybagDiffers))
    let error = #expect(throws: KeychainError.self) { try KeybagCommit(vault.exclusive()).settle() }
    #expect(error?.code == .notAvailable)
    #expect(try vault.files().keybags.numbers() == [1, 7])
  }
}

extension KeybagCommit {
  /// The steps of a commit, in order. The first two steps settle earlier commits.
  static let steps: [Step] = [
    .oldKeybagsRemoved, .settled, .keybagNamed, .keybagWritten, .committed, .oldKeybagsRemoved,
  ]
}
