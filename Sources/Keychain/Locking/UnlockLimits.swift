/// What ends an unlocking without anybody locking.
struct UnlockLimits: Sendable, Equatable {
  /// Nanoseconds since the machine was started.
  let unlockedAt: Int64
  /// Nanoseconds; nil for any time.
  let timeout: Int64?
  /// How long the machine had been suspended until then, in nanoseconds; nil when sleep ends nothing.
  let suspended: Int64?

  /// Two readings of a clock differ a little, and nobody leaves a machine for less than a second.
  private static let shortestSleep: Int64 = 1_000_000_000

  func areKept(_ clock: any MachineClock) -> Bool {
    if let timeout {
      // A clock that went back is another machine's.
      let passed = clock.sinceStart - unlockedAt
      guard passed >= 0, passed < timeout else { return false }
    }
    guard let suspended else { return true }
    return abs(clock.suspended - suspended) < Self.shortestSleep
  }
}
