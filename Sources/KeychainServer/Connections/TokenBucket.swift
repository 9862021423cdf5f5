/// A limit of events in time: some at once, and afterwards some in each second.
struct TokenBucket: Sendable {
  /// The nanoseconds until one more event is permitted.
  private let interval: Int64
  /// The nanoseconds until all events are permitted again, after all were used.
  private let longest: Int64
  /// The time at which the bucket is full.
  private var fullTime: Int64 = 0

  /// - Parameters:
  ///   - count: The number of events at once.
  ///   - rate: The number of further events in a second.
  init(count: Int, perSecond rate: Int) {
    interval = 1_000_000_000 / Int64(max(1, rate))
    longest = interval * Int64(max(1, count))
  }

  func hasToken(at now: Int64) -> Bool { max(0, fullTime - now) + interval <= longest }

  /// Whether no event counts any more.
  func isFull(at now: Int64) -> Bool { fullTime <= now }

  /// Counts an event. Returns false when no event is permitted at present.
  mutating func take(at now: Int64) -> Bool {
    guard hasToken(at: now) else { return false }
    fullTime = max(fullTime, now) + interval
    return true
  }
}
