import Testing

@testable import KeychainStore

/// A connection keeps a limited number of prepared statements.
@Suite struct StatementCacheTests {
  @Test func theStatementsThatWereUsedLastAreKept() throws {
    let sample = try SampleDatabase()
    let connection = try Connection(path: sample.folder("keychain.db"))
    var cache = StatementCache()
    let count = UInt64(StatementCache.capacity)
    for number in 0..<3 * count { cache.put(try Statement("SELECT 1", connection), number) }
    let kept = (0..<3 * count).filter { cache.take($0) != nil }
    #expect(kept == Array(2 * count..<3 * count))
  }
}
