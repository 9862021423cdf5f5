import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

/// Stores whose creation was interrupted: what is removed is only what that creation made.
@Suite struct InterruptedCreationTests {
  /// Data folders may share a key folder: `XDG_DATA_HOME` is set by some launchers alone.
  @Test func deviceKeyOfAnotherStoreIsNeverRemoved() throws {
    let folder = try TemporaryDirectory()
    let item = SampleItem.generic("kept")
    let unfinished = keychain(folder, data: "unfinished")
    _ = try? search(unfinished)
    unfinished.closeStore()
    // Killed before its device key was there: only the marker is left.
    let marker = try Self.marker(deviceKey: folder.read("key/device.key"))
    for name in ["unfinished/keychain.db", "unfinished/keybag", "unfinished/state"] {
      #expect(unlink(folder(name)) == 0)
    }
    #expect(unlink(folder("key/device.key")) == 0)
    try folder.write(marker, to: "unfinished/latchkey.lock")

    let other = keychain(folder, data: "other")
    try add(item, to: other)
    let deviceKey = try folder.read("key/device.key")
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) { try search(unfinished) }
      #expect(error?.code == .notAvailable)
      #expect(error?.reason.contains("device.key") == true, "\(error?.reason ?? "")")
    }
    #expect(try folder.read("key/device.key") == deviceKey)
    #expect(try search(keychain(folder, data: "other")).map(\.secret) == [item.secret])
  }

  /// Killed between the last file and the end of the marker: everything is there.
  @Test func completeStoreIsKept() throws {
    let store = try TestKeychain()
    try store.add(.generic("first"))
    store.keychain.closeStore()
    try store.folder.write(
      Self.marker(deviceKey: store.folder.read("device.key")), to: "latchkey.lock")
    #expect(try TestKeychain(reopening: store).count(of: [.generic("first")]) == 1)
    #expect(try store.folder.read("latchkey.lock") == [])
  }

  /// The files are made in this order; each may be the first that is missing.
  @Test(arguments: ["keybag", "state", "keychain.db"]) func fileOfAnotherStoreIsNotRemoved(
    _ name: String
  ) throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.closeStore()
    let store = try TestKeychain()
    #expect(store.status() == 0)
    store.keychain.closeStore()
    try store.folder.write(other.folder.read(name), to: name)
    try store.folder.write(
      Self.marker(deviceKey: store.folder.read("device.key")), to: "latchkey.lock")
    #expect(store.status() == -25291)
    #expect(try store.folder.read(name) == other.folder.read(name))
  }

  /// The marker that the making of a store leaves, by its device key: 16 bytes of header, then the
  /// identifier of the store.
  static func marker(deviceKey: [UInt8]) throws -> [UInt8] {
    let identifier = try #require(RowIdentifier(deviceKey[16..<32]))
    return Array("creating \(identifier)\n".utf8)
  }

  private func keychain(_ folder: TemporaryDirectory, data: String) -> LocalKeychain {
    LocalKeychain(StoreLocation(dataDirectory: folder(data), keyDirectory: folder("key")))
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
