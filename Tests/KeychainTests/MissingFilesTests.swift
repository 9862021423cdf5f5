import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the small files of a keychain that are missing, damaged, exchanged, or accessible to other users.
@Suite struct MissingFilesTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  @Test(arguments: SampleStore.fileNames) func missingFileIsNamedAndNothingChanged(
    _ name: String
  ) throws {
    let store = try sample.copy { $0[name] = nil }
    let words = ["keybag.1": "the keybag in force", "device.key": "the device key"][name] ?? name
    try expectRefusal(store, naming: words)
    // After the file is restored, all items can be read again.
    try store.folder.write(try #require(sample.files[name]), to: name)
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  /// The next call replaces a damaged copy in the file of the device key. Only a repair replaces a damaged copy in the
  /// keybag.
  @Test(arguments: ["keybag.1", "device.key"]) func oneDamagedCopyIsRepaired(
    _ name: String
  ) throws {
    let whole = try #require(sample.files[name])
    for position in [0, 20, whole.count / 2, whole.count / 2 + 30, whole.count - 1] {
      let store = try sample.copy { $0[name]?[position] ^= 1 }
      let reasons = try store.keychain.verify().damages.map(\.reason)
      #expect(reasons.map { $0.contains("one of the two copies in") } == [true])
      #expect(try store.count(of: sample.items) == sample.items.count)
      if name == "keybag.1" { #expect(try store.keychain.repair() == nil) }
      #expect(try store.folder.read(name) == whole)
      #expect(try store.keychain.verify().isIntact)
    }
  }

  @Test(arguments: ["keybag.1", "device.key"]) func twoDamagedCopiesAreRefused(
    _ name: String
  ) throws {
    let store = try sample.copy { files in
      let half = (files[name]?.count ?? 0) / 2
      files[name]?[30] ^= 1
      files[name]?[half + 30] ^= 1
    }
    try expectRefusal(store, naming: name)
  }

  // MARK: The header

  private static let stateOffset = 3584
  private static let stateByteCount = 512

  /// The header contains two copies of the state. In this sample both copies contain the present state, so either copy
  /// is sufficient.
  @Test(arguments: [0, 1]) func oneDamagedCopyOfTheStateIsEnough(_ copy: Int) throws {
    let store = try sample.copy {
      $0["latchkey.lock"]?[Self.stateOffset + copy * Self.stateByteCount + 40] ^= 1
    }
    #expect(try store.count(of: sample.items) == sample.items.count)
    try store.add(.generic("new"))
    #expect(try store.keychain.verify().isIntact)
    // After two changes of the state, at least one copy is intact.
    try store.folder.changeState { $0.isDamaged = true }
    try store.folder.changeState { $0.isDamaged = false }
    #expect(try store.count(of: [.generic("new")]) == 1)
  }

  /// Without the header, it is unknown whether the keychain was locked and which database is current. Therefore a
  /// person must accept the files.
  @Test(arguments: ["missing", "empty", "short", "zeros", "both copies"])
  func lostHeaderIsRefusedUntilTheFilesAreAccepted(_ kind: String) throws {
    let whole = try #require(sample.files["latchkey.lock"])
    let store = try sample.copy { files in
      switch kind {
      case "missing": files["latchkey.lock"] = nil
      case "empty": files["latchkey.lock"] = []
      case "short": files["latchkey.lock"] = Array(whole.prefix(4000))
      case "zeros": files["latchkey.lock"] = Array(repeating: 0, count: whole.count)
      default:
        for copy in 0..<2 {
          files["latchkey.lock"]?[Self.stateOffset + copy * Self.stateByteCount + 40] ^= 1
        }
      }
    }
    try expectRefusal(store, naming: "latchkey.lock")
    #expect(
      failure { _ = try store.keychain.repair() }?.reason.contains("latchkey.lock") == true)
    #expect(try store.keychain.acceptOlder())
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.verify().isIntact)
    #expect(try !store.keychain.acceptOlder())
  }

  @Test(arguments: SampleStore.fileNames) func fileOfAnotherStoreIsRefused(
    _ name: String
  ) throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.close()
    let foreign = try other.folder.read(name)
    let store = try sample.copy { $0[name] = foreign }
    try expectRefusal(
      store, naming: "different keychains", "not the one that keychain.db records",
      "not the one of the keybag")
  }

  /// The database of another keychain is not treated as damaged. A repair would seal the items under the keys of this
  /// keychain, and the items would be lost.
  @Test func databaseOfAnotherStoreIsNotRepaired() throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.close()
    let foreign = try other.folder.read("keychain.db")
    let store = try sample.copy { $0["keychain.db"] = foreign }
    let error = #expect(throws: KeychainError.self) { try store.keychain.repair() }
    #expect(error?.reason.contains("different keychains") == true)
    #expect(try store.folder.read("keychain.db") == foreign)
  }

  @Test(arguments: SampleStore.fileNames) func fileThatIsOpenToOthersIsRefused(
    _ name: String
  ) throws {
    let content = try #require(sample.files[name])
    for mode in [UInt32(0o640), 0o604, 0o620, 0o601] {
      let store = try sample.copy()
      try store.folder.write(content, to: name, mode: mode)
      try expectRefusal(store, naming: name)
      try store.folder.write(content, to: name)
      #expect(store.status() == 0)
    }
  }

  private func expectRefusal(_ store: TestKeychain, naming words: String...) throws {
    let before = try store.files()
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) {
        try store.secrets(SampleItem.generic("service 1").query)
      }
      #expect(error?.code == .notAvailable)
      #expect(words.contains { error?.reason.contains($0) == true }, "\(error?.reason ?? "")")
    }
    // A header that cannot be opened cannot be locked, so the verification may throw.
    #expect((try? store.keychain.verify())?.isIntact != true)
    var after = try store.files()
    // The opening has created an empty lock file. SQLite has created the files that it needs for reading.
    for name in ["latchkey.lock", "keychain.db-shm", "keychain.db-wal"] where before[name] == nil {
      #expect(name != "latchkey.lock" || after[name] == [])
      after[name] = nil
    }
    #expect(after == before)
  }
}
