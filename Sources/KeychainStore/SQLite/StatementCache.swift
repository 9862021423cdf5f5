/// The prepared statements of a connection that are not in use.
///
/// There are a few dozen at most, so a linear search is faster than hashing.
struct StatementCache {
  private var idle: [(number: UInt64, statement: Statement)] = []

  /// Takes a statement with this number out of the cache; nil when there is none.
  mutating func take(_ number: UInt64) -> Statement? {
    guard let position = idle.lastIndex(where: { $0.number == number }) else { return nil }
    return idle.remove(at: position).statement
  }

  mutating func put(_ statement: Statement, _ number: UInt64) {
    idle.append((number, statement))
  }

  mutating func removeAll() { idle.removeAll() }
}
