@testable import Keychain
import KeychainModel

/// The files of a store with known items. Tests damage copies of these files.
struct SampleStore: Sendable {
  let files: [String: [UInt8]]
  let items: [SampleItem]

  static let fileNames = ["keychain.db", "keybag.1", "device.key", "latchkey.lock"]

  /// Thirty generic passwords, twenty internet passwords, ten keys, ten certificates, a synchronizable item and a
  /// tombstone. One secret has seven overflow pages, and another secret has four chunks. The database also has free
  /// pages of deleted items.
  static let standard = Result { try make(isClosed: true) }

  /// A store with the items of `standard`. All rows are still in the log, and the database file contains only empty
  /// tables.
  static let inLog = Result { try make(isClosed: false) }

  /// A small store, for tests that damage the store thousands of times.
  static let small = Result { try make(isClosed: true, isSmall: true) }

  /// A store with the items of `small`. All rows are still in the log, and the database file contains only empty
  /// tables.
  static let smallInLog = Result { try make(isClosed: false, isSmall: true) }

  static let deleted = SampleItem.generic("deleted")

  /// Creates a sample store. If the log was checkpointed too early, creates the store again. A fork in another test can
  /// cause the checkpoint, because it closes all connections.
  private static func make(isClosed: Bool, isSmall: Bool = false) throws -> SampleStore {
    for _ in 0..<20 {
      let sample = try makeOnce(isClosed: isClosed, isSmall: isSmall)
      let isWholeInLog = sample.files["keychain.db"]?.count == sizeOfNewDatabase
      if isClosed || isWholeInLog { return sample }
    }
    throw TestKeychain.Failure(reason: "the log of a sample is moved again and again")
  }

  /// The size of a new database that was never checkpointed.
  private static let sizeOfNewDatabase = try? {
    let store = try TestKeychain()
    try store.add(deleted)
    return try store.files()["keychain.db"]?.count
  }()

  private static func makeOnce(isClosed: Bool, isSmall: Bool) throws -> SampleStore {
    let store = try TestKeychain()
    var items = (0..<(isSmall ? 12 : 30)).map { SampleItem.generic("service \($0)") }
    items += (0..<(isSmall ? 8 : 20)).map { SampleItem.internet("host\($0).example.org") }
    items.append(.generic("synchronizable", isSynchronizable: true))
    items.append(.generic("overflow", byteCount: isSmall ? 5_000 : 16_000))
    items.append(.generic("chunks", byteCount: isSmall ? 17_000 : 200_000))
    items += (0..<(isSmall ? 4 : 10)).map { SampleItem.key("key \($0)") }
    items += (0..<(isSmall ? 4 : 10)).map { SampleItem.certificate("certificate \($0)") }
    for item in items { try store.add(item) }

    let tombstone = SampleItem.generic("tombstone", isSynchronizable: true)
    try store.add(tombstone)
    try store.delete(tombstone)
    // A long log would be checkpointed. Therefore fewer items are added if the log must keep its content.
    let count = isClosed ? 12 : 2
    for index in 0..<count { try store.add(.generic("deleted \(index)")) }
    try store.add(deleted)
    for index in 0..<count { try store.delete(.generic("deleted \(index)")) }
    try store.delete(deleted)

    if isClosed { store.keychain.close() }
    var files = try store.files()
    // This file belongs to a process that has ended.
    files["keychain.db-shm"] = nil
    return SampleStore(files: files, items: items)
  }

  /// Creates a keychain with these files. `change` can change the files first.
  func copy(_ change: (inout [String: [UInt8]]) -> Void = { _ in }) throws -> TestKeychain {
    var files = files
    change(&files)
    return try TestKeychain(files)
  }
}
