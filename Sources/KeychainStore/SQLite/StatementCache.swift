/// The prepared statements of a connection that are not in use.
///
/// A few dozen at the most: comparing numbers one after another is faster than hashing them.
struct StatementCache {
  private var idle: [(number: UInt64, statement: Statement)] = []

  /// Takes a statement out; nil when none of the number is idle.
  mutating func take(_ number: UInt64) -> Statement? {
    guard let position = idle.lastIndex(where: { $0.number == number }) else { return nil }
    return idle.remove(at: position).statement
  }

  mutating func put(_ statement: Statement, _ number: UInt64) {
    idle.append((number, statement))
  }

  mutating func removeAll() { idle.removeAll() }
}
