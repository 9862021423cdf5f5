import Glibc
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Keychain

/// Latchkey checkpoints the log of the database itself, because SQLite would checkpoint the log while other processes
/// write (https://sqlite.org/wal.html#walresetbug).
@Suite struct CheckpointTests {
  @Test func sqliteDoesNotMoveTheLogByItself() throws {
    let store = try TestKeychain()
    #expect(store.status() == 0)
    let connection = try Connection(path: store.folder("keychain.db"))
    #expect(try connection.integer("PRAGMA wal_autocheckpoint") == 0)
  }

  @Test func logStaysShort() throws {
    let store = try TestKeychain()
    var items: [SampleItem] = []
    for number in 0..<60 {
      items.append(.generic("\(number)", byteCount: 500_000))
      try store.add(items[number])
    }
    var status = stat()
    #expect(stat(store.folder("keychain.db-wal"), &status) == 0)
    // The log may be as large as 1000 pages and the pages that one call writes.
    #expect(status.st_size < 6_000_000, "\(status.st_size)")
    #expect(try TestKeychain(reopening: store).count(of: items) == items.count)
    #expect(try store.keychain.verify().isIntact)
  }

  /// SQLite would delete the log by its path, and the path may lead to the log of another store.
  @Test func emptyLogStaysWhenTheStoreIsClosed() throws {
    let store = try TestKeychain()
    try store.add(.generic("first"))
    #expect(try !store.folder.read("keychain.db-wal").isEmpty)
    store.keychain.close()
    #expect(try store.folder.read("keychain.db-wal").isEmpty)
    #expect(try store.count(of: [.generic("first")]) == 1)
  }

  /// The log cannot be restarted while a reader is active. After the reader has ended, the log is restarted.
  @Test func readerOnlyDelaysIt() throws {
    let store = try TestKeychain()
    try store.add(.generic("first"))
    let reader = try Connection(path: store.folder("keychain.db"))
    try reader.execute("BEGIN")
    _ = try reader.integer("SELECT count(*) FROM genp")
    for number in 0..<20 { try store.add(.generic("\(number)", byteCount: 500_000)) }
    try reader.execute("ROLLBACK")
    for number in 20..<40 { try store.add(.generic("\(number)", byteCount: 500_000)) }
    var status = stat()
    #expect(stat(store.folder("keychain.db-wal"), &status) == 0)
    #expect(status.st_size < 18_000_000, "\(status.st_size)")
    #expect(try store.keychain.verify().isIntact)
  }
}
