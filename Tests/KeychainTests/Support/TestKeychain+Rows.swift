import CSQLite
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import TestSupport
import Vault

@testable import Keychain

/// The items of a store, with all data that a program can see.
struct Contents: Equatable {
  private let items: [[String]]

  init(_ store: TestKeychain) throws {
    items = try ItemClass.stored.map { itemClass in
      let query = ItemQuery(itemClass, isSynchronizable: nil)
      let contents: ItemContents = [.secret, .attributes]
      do {
        return try store.keychain.perform(
          .search(SearchRequest(query, contents: contents, limit: nil)), as: TestKeychain.caller
        ).map { "\($0.identifier) \($0.attributes) \($0.secret ?? [])" }
      } catch let error as KeychainError where error.code == .itemNotFound {
        return []
      }
    }
  }
}

extension TestKeychain {
  /// The rows of all classes, in creation order.
  func rows() throws -> [ItemRow] {
    try keychain.read { (session) throws(KeychainError) in
      var rows: [ItemRow] = []
      for itemClass in ItemClass.stored {
        try session.connection.forEachRow(of: itemClass) { (_, row) in
          if let row { rows.append(row) }
          return true
        }
      }
      return rows
    }
  }

  func keyIDsInUse() throws -> Set<UInt32> {
    try keychain.read { (session) throws(KeychainError) in try session.connection.keyIDsInUse() }
  }

  /// The key numbers of the keys that seal new rows.
  func activeKeyIDs() throws -> Set<UInt32> {
    Set(try keybag().entries.filter { $0.state == .active }.map(\.keyID))
  }

  /// The current keybag.
  func keybag() throws -> Keybag { try folder.keybag() }

  /// Moves an intact row to quarantine.
  func quarantine(_ item: SampleItem) throws -> SampleItem {
    let found = try keychain.perform(
      .search(SearchRequest(item.query, contents: [])), as: Self.caller)
    guard let identifier = found.first?.identifier else { throw Failure(reason: "no such item") }
    try keychain.write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      guard let row = try session.connection.row(identifier, of: item.itemClass) else {
        throw KeychainError(.itemNotFound, "the item has no row")
      }
      try session.connection.quarantine(number: row.number, of: item.itemClass, at: 0)
    }
    return item
  }

  /// The blob in the first column of the first row that a statement returns.
  func blob(_ sql: String) throws -> [UInt8] {
    keychain.close()
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(handle)
    }
    guard Self.open(folder("keychain.db"), &handle) == SQLITE_OK,
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let start = sqlite3_column_blob(statement, 0)
    else { throw Failure(reason: "\(sql) finds nothing") }
    let count = Int(sqlite3_column_bytes(statement, 0))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension [UInt8] {
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
