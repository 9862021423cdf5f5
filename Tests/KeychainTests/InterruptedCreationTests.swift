import Glibc
import KeychainCrypto
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of stores whose creation was interrupted. Only the files of the interrupted creation are removed.
@Suite struct InterruptedCreationTests {
  /// Several data folders may share a key folder, because some launchers set only `XDG_DATA_HOME`.
  @Test func deviceKeyOfAnotherStoreIsNeverRemoved() throws {
    let folder = try TemporaryDirectory()
    let item = SampleItem.generic("kept")
    // The process was killed before it stored its device key. Only the job in the header exists.
    let interruption = Interruption(at: .creationNamed)
    #expect(throws: KeychainError.self) {
      try keychain(folder, data: "unfinished", onStep: interruption.done).open()
    }
    let other = keychain(folder, data: "other")
    try add(item, to: other)
    let deviceKey = try folder.read("key/device.key")
    let unfinished = keychain(folder, data: "unfinished")
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) { try search(unfinished) }
      #expect(error?.code == .notAvailable)
      #expect(error?.reason.contains("device.key") == true, "\(error?.reason ?? "")")
    }
    #expect(try folder.read("key/device.key") == deviceKey)
    #expect(try search(keychain(folder, data: "other")).map(\.secret) == [item.secret])
  }

  /// The process was killed after it created the last file, and before it removed the job from the header. The store is
  /// complete.
  @Test func completeStoreIsKept() throws {
    let store = try TestKeychain()
    try store.add(.generic("first"))
    store.keychain.close()
    try store.folder.changeState { state in
      if let databaseID = state.databaseID { state.job = .create(to: databaseID) }
    }
    #expect(try TestKeychain(reopening: store).count(of: [.generic("first")]) == 1)
    #expect(try store.folder.headerState().job == nil)
  }

  /// The test interrupts the creation at each step, so each file is missing once.
  @Test(
    arguments: [.headerMade, .creationNamed, .deviceKeyMade, .keybagMade, .databaseMade, .created]
      as [Step])
  func creationBeginsAgain(_ step: Step) throws {
    let empty = try TestKeychain()
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try TestKeychain(reopening: empty, onStep: interruption.done).keychain.open()
    }
    try empty.folder.write([1, 2, 3], to: "keychain.db.tmp-0123456789abcdef")
    let store = TestKeychain(reopening: empty)
    try store.add(.generic("first"))
    #expect(try TestKeychain(reopening: store).count(of: [.generic("first")]) == 1)
    #expect(try store.keychain.verify().isIntact)
    #expect(try store.folder.headerState().job == nil)
  }

  @Test(arguments: ["keybag.1", "keychain.db"]) func fileOfAnotherStoreIsNotRemoved(
    _ name: String
  ) throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.close()
    let store = try TestKeychain()
    #expect(store.status() == 0)
    store.keychain.close()
    for suffix in ["", "-wal", "-shm"] { unlink(store.folder("keychain.db\(suffix)")) }
    try store.folder.write(other.folder.read(name), to: name)
    try store.folder.changeState { state in
      if let databaseID = state.databaseID { state.job = .create(to: databaseID) }
    }
    for _ in 0..<2 { #expect(store.status() == -25291) }
    #expect(try store.folder.read(name) == other.folder.read(name))
  }

  private func keychain(
    _ folder: TemporaryDirectory, data: String,
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    }
  ) -> LocalKeychain {
    LocalKeychain(
      StoreLocation(dataDirectory: folder(data), keyDirectory: folder("key")),
      clock: SystemClock(), random: SystemRandom(), onStep: onStep)
  }

  private func add(_ item: SampleItem, to keychain: LocalKeychain) throws {
    _ = try keychain.perform(
      .add(AddRequest(item.itemClass, attributes: item.attributes, secret: item.secret)),
      as: TestKeychain.caller)
  }

  private func search(_ keychain: LocalKeychain) throws(KeychainError) -> [Item] {
    let request = SearchRequest(ItemQuery(.genericPassword), contents: .secret, limit: nil)
    return try keychain.perform(.search(request), as: TestKeychain.caller)
  }
}
