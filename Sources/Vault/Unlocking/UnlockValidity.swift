package import KeychainCrypto
package import KeychainFiles
import KeychainModel

/// The time of an unlocking, and the number of the settings at that time. Tickets contain the same values.
package typealias UnlockValidity = KeyTicket.Validity

extension UnlockValidity {
  /// The validity of an unlocking that happens now.
  package init(_ state: HeaderState, _ clock: any BootClock) {
    self.init(time: clock.now.time, suspended: clock.suspended, settingsNumber: state.settingsNumber)
  }

  /// The shortest suspension in nanoseconds. A smaller difference is an inaccuracy of the clock.
  private static let shortestSuspension: Int64 = 1_000_000_000

  /// Whether the vault is still unlocked under the settings of the unlocking and all later settings.
  package func holds(_ state: HeaderState, _ clock: any BootClock) -> Bool {
    let settings = state.settings(since: settingsNumber)
    if let timeout = settings.timeout {
      let passed = clock.now.time - time
      // A negative difference means that the unlocking happened in another time namespace.
      guard passed >= 0, passed < Int64(timeout) * 1_000_000_000 else { return false }
    }
    return !settings.locksWhenSuspended || abs(clock.suspended - suspended) < Self.shortestSuspension
  }

  /// The number of seconds until the vault locks itself at the latest; nil without a timeout.
  func secondsLeft(_ state: HeaderState, _ clock: any BootClock) -> UInt32? {
    state.settings(since: settingsNumber).timeout.map { timeout in
      let passed = max(0, clock.now.time - time) / 1_000_000_000
      return UInt32(clamping: max(1, Int64(timeout) - passed))
    }
  }
}

/// The moment when a passcode was given or a search for keys began. A later locking, suspension, timeout or change of
/// the settings invalidates the passcode and the keys.
struct UnlockMoment: Sendable {
  let vaultID: RowIdentifier
  let lockID: RowIdentifier
  var validity: UnlockValidity
  /// The number of lockings in this process. The header may lack a locking that could not be recorded.
  let lockings: UInt64

  init(_ vaultID: RowIdentifier, _ state: HeaderState, _ context: UnlockContext) {
    self.vaultID = vaultID
    lockings = context.cache.lockings(of: vaultID)
    lockID = state.lockID
    validity = UnlockValidity(state, context.clock)
  }

  init(_ opened: OpenedFiles, _ context: UnlockContext) { self.init(opened.keybag.vaultID, opened.state, context) }

  /// False if the vault was locked, or has locked itself, after this moment.
  func holds(_ state: HeaderState, _ context: UnlockContext) -> Bool {
    state.lockID == lockID && validity.holds(state, context.clock) && context.cache.lockings(of: vaultID) == lockings
  }
}
