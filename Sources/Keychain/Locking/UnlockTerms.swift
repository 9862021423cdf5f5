import KeychainCrypto
import KeychainStore

/// When a store was unlocked, from which follows how long it stays so.
struct UnlockTerms: Sendable, Equatable {
  /// The lock epoch at that time: another one means that it was locked since.
  let lockEpoch: UInt64
  /// Nanoseconds since the machine was started.
  let unlockedAt: Int64
  /// Nanoseconds that the machine had been suspended until then.
  let suspended: Int64

  /// An unlocking that happens now.
  init(_ state: StoreState, _ clock: any MachineClock) {
    lockEpoch = state.lockEpoch
    unlockedAt = clock.sinceStart
    suspended = clock.suspended
  }

  private init(lockEpoch: UInt64, unlockedAt: Int64, suspended: Int64) {
    self.lockEpoch = lockEpoch
    self.unlockedAt = unlockedAt
    self.suspended = suspended
  }

  /// The same unlocking, which a change of the lock epoch is not to end.
  func renewed(in state: StoreState) -> UnlockTerms {
    UnlockTerms(lockEpoch: state.lockEpoch, unlockedAt: unlockedAt, suspended: suspended)
  }

  /// The same, with its time beginning now: what was waited for does not count.
  func begun(_ clock: any MachineClock) -> UnlockTerms {
    UnlockTerms(lockEpoch: lockEpoch, unlockedAt: clock.sinceStart, suspended: suspended)
  }

  /// The later of two unlockings that both hold.
  func later(_ other: UnlockTerms?) -> UnlockTerms {
    guard let other, other.unlockedAt > unlockedAt else { return self }
    return other
  }

  init(_ terms: KeyTicket.Terms) {
    lockEpoch = terms.numbers.0
    unlockedAt = Int64(bitPattern: terms.numbers.1)
    suspended = Int64(bitPattern: terms.numbers.2)
  }

  var ticketTerms: KeyTicket.Terms {
    KeyTicket.Terms(
      lockEpoch, UInt64(bitPattern: unlockedAt), UInt64(bitPattern: suspended))
  }

  /// What ends the unlocking, by the settings of a store; nil when only locking it does.
  func limits(_ settings: LockSettings) -> UnlockLimits? {
    guard settings != LockSettings() else { return nil }
    let timeout = settings.timeout.map { Int64($0) * 1_000_000_000 }
    return UnlockLimits(
      unlockedAt: unlockedAt, timeout: timeout,
      suspended: settings.locksWhenSuspended ? suspended : nil)
  }

  /// After how many seconds at the latest its time is over; nil when that has no end.
  func secondsLeft(_ settings: LockSettings, _ clock: any MachineClock) -> UInt32? {
    guard let timeout = settings.timeout else { return nil }
    let passed = max(0, clock.sinceStart - unlockedAt) / 1_000_000_000
    return UInt32(clamping: max(1, Int64(timeout) - passed))
  }

  /// Whether the unlocking is known to be over. One of a later epoch is not: a state that was read before does
  /// not know of it; nor one that is yet to come by this clock: it is another machine's.
  func haveEnded(in state: StoreState, _ clock: any MachineClock) -> Bool {
    lockEpoch <= state.lockEpoch && unlockedAt <= clock.sinceStart && !hold(in: state, clock)
  }

  /// Whether the store is still unlocked.
  func hold(in state: StoreState, _ clock: any MachineClock) -> Bool {
    guard lockEpoch == state.lockEpoch else { return false }
    return limits(state.lockSettings)?.areKept(clock) ?? true
  }
}
