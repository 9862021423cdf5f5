package import KeychainCrypto
package import KeychainFiles
import KeychainModel

/// When a vault was unlocked and under which settings: its tickets say the same.
package typealias UnlockValidity = KeyTicket.Validity

extension UnlockValidity {
  /// An unlocking that happens now.
  package init(_ state: HeaderState, _ clock: any BootClock) {
    self.init(time: clock.now.time, suspended: clock.suspended, settingsNumber: state.settingsNumber)
  }

  /// Two readings of a clock differ a little, and no machine is suspended for less than a second.
  private static let shortestSuspension: Int64 = 1_000_000_000

  /// Whether the vault is still unlocked: under its settings, and those that it has had since.
  package func holds(_ state: HeaderState, _ clock: any BootClock) -> Bool {
    let settings = state.settings(since: settingsNumber)
    if let timeout = settings.timeout {
      let passed = clock.now.time - time
      // A clock that is behind is that of another time namespace.
      guard passed >= 0, passed < Int64(timeout) * 1_000_000_000 else { return false }
    }
    return !settings.locksWhenSuspended || abs(clock.suspended - suspended) < Self.shortestSuspension
  }

  /// After how many seconds the vault locks itself at the latest; nil without a timeout.
  func secondsLeft(_ state: HeaderState, _ clock: any BootClock) -> UInt32? {
    state.settings(since: settingsNumber).timeout.map { timeout in
      let passed = max(0, clock.now.time - time) / 1_000_000_000
      return UInt32(clamping: max(1, Int64(timeout) - passed))
    }
  }
}

/// The moment at which a passcode was given or keys were looked for. A locking, a suspension, a timeout and new
/// settings since then end what follows from it.
struct UnlockMoment: Sendable {
  let vaultID: RowIdentifier
  let lockID: RowIdentifier
  var validity: UnlockValidity
  /// How often this process had locked the vault: the header may lack a locking that could not be recorded.
  let lockings: UInt64

  init(_ vaultID: RowIdentifier, _ state: HeaderState, _ context: UnlockContext) {
    self.vaultID = vaultID
    lockings = context.cache.lockings(of: vaultID)
    lockID = state.lockID
    validity = UnlockValidity(state, context.clock)
  }

  init(_ opened: OpenedFiles, _ context: UnlockContext) { self.init(opened.keybag.vaultID, opened.state, context) }

  /// Whether the vault was neither locked nor suspended since, by its state now.
  func holds(_ state: HeaderState, _ context: UnlockContext) -> Bool {
    state.lockID == lockID && validity.holds(state, context.clock) && context.cache.lockings(of: vaultID) == lockings
  }
}
