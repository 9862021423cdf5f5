import KeychainModel
import TestSupport
import Testing

@testable import Keychain

/// The small files beside the database: missing, damaged, mixed up, open to others.
@Suite struct MissingFilesTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  @Test(arguments: SampleStore.fileNames) func missingFileIsNamedAndNothingChanged(
    _ name: String
  ) throws {
    let store = try sample.copy { $0[name] = nil }
    try expectRefusal(store, naming: name)
    // Put back, everything is there again.
    try store.folder.write(try #require(sample.files[name]), to: name)
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  @Test(arguments: ["keybag", "device.key"]) func oneDamagedCopyIsRepaired(_ name: String) throws {
    let whole = try #require(sample.files[name])
    for position in [0, 20, whole.count / 2, whole.count / 2 + 30, whole.count - 1] {
      let store = try sample.copy { $0[name]?[position] ^= 1 }
      let reasons = try store.keychain.verify().damages.map(\.reason)
      #expect(reasons.map { $0.contains(name) } == [true])
      #expect(try store.count(of: sample.items) == sample.items.count)
      #expect(try store.folder.read(name) == whole)
      #expect(try store.keychain.verify().isIntact)
    }
  }

  @Test(arguments: ["keybag", "device.key"]) func twoDamagedCopiesAreRefused(
    _ name: String
  ) throws {
    let store = try sample.copy { files in
      let half = (files[name]?.count ?? 0) / 2
      files[name]?[30] ^= 1
      files[name]?[half + 30] ^= 1
    }
    try expectRefusal(store, naming: name)
  }

  @Test(arguments: [[], [1, 2, 3], Array(repeating: 0xFF, count: 64)])
  func damagedStateIsMadeAnew(_ content: [UInt8]) throws {
    let store = try sample.copy { $0["state"] = content }
    #expect(try !store.keychain.verify().isIntact)
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test(arguments: SampleStore.fileNames) func fileOfAnotherStoreIsRefused(
    _ name: String
  ) throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.closeStore()
    let foreign = try other.folder.read(name)
    let store = try sample.copy { $0[name] = foreign }
    try expectRefusal(store, naming: "different stores", "of store")
  }

  /// Nobody takes the database of another keychain for damage: it would be lost under this one's keys.
  @Test func databaseOfAnotherStoreIsNotRepaired() throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.closeStore()
    let foreign = try other.folder.read("keychain.db")
    let store = try sample.copy { $0["keychain.db"] = foreign }
    let error = #expect(throws: KeychainError.self) { try store.keychain.repair() }
    #expect(error?.reason.contains("different stores") == true)
    #expect(try store.folder.read("keychain.db") == foreign)
  }

  @Test(arguments: [8, 15, 23]) func aDamagedIdentifierInTheStateIsMadeAnew(place: Int) throws {
    let store = try sample.copy { $0["state"]?[place] ^= 0x81 }
    #expect(try !store.keychain.verify().isIntact)
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.verify().isIntact)
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

  /// The files are made in this order; the marker is in the lock file until the last is there.
  @Test(arguments: 0...4) func creationThatWasKilledBeginsAnew(_ count: Int) throws {
    let order = ["device.key", "keybag", "state", "keychain.db"]
    let empty = try TestKeychain()
    #expect(empty.status() == 0)
    empty.keychain.closeStore()
    var files = try empty.files()
    let marker = try InterruptedCreationTests.marker(
      deviceKey: #require(files["device.key"]))
    files = files.filter { order.prefix(count).contains($0.key) }
    files["latchkey.lock"] = marker
    files["keychain.db.tmp-0123456789abcdef"] = [1, 2, 3]
    let store = try TestKeychain(files)
    try store.add(.generic("first"))
    #expect(try TestKeychain(reopening: store).count(of: [.generic("first")]) == 1)
    #expect(try store.keychain.verify().isIntact)
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
    #expect(try !store.keychain.verify().isIntact)
    var after = try store.files()
    // Opening made the lock, which holds nothing; SQLite made what it needs to read.
    for name in ["latchkey.lock", "keychain.db-shm", "keychain.db-wal"] where before[name] == nil {
      #expect(name != "latchkey.lock" || after[name] == [])
      after[name] = nil
    }
    #expect(after == before)
  }
}
