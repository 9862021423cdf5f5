import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainStore

/// A connection keeps a limited number of prepared statements.
@Suite struct StatementCacheTests {
  @Test func theStatementsThatWereUsedLastAreKept() throws {
    let folder = try TemporaryDirectory()
    let directory = try ProtectedDirectory.openOrCreate(folder.path)
    try DatabaseCreation.create("keychain.db", in: directory, vaultID: RowIdentifier(high: 1, low: 2))
    let connection = try Connection(path: folder("keychain.db"))
    var cache = StatementCache()
    let count = UInt64(StatementCache.capacity)
    for number in 0..<3 * count { cache.put(try Statement("SELECT 1", connection), number) }
    let kept = (0..<3 * count).filter { cache.take($0) != nil }
    #expect(kept == Array(2 * count..<3 * count))
  }
}
