import CPlatform
import Glibc
import KeychainCrypto
import KeychainModel

/// The machine's clocks: which boot this is, how long ago it was, and how long the machine has been suspended since.
package protocol VaultClock: Sendable {
  var now: BootMoment { get }

  /// Nanoseconds of this boot during which the machine was suspended.
  var suspended: Int64 { get }
}

/// When a vault was unlocked and under which settings, which says how long it stays so.
package struct UnlockTerms: Equatable, Sendable {
  /// The boot clock, in nanoseconds.
  package var time: Int64
  /// Nanoseconds that the machine had been suspended until then.
  package let suspended: Int64
  /// The number of the settings then.
  package let settingsNumber: UInt64
}

extension UnlockTerms {
  /// An unlocking that happens now.
  package init(_ state: HeaderState, _ clock: any VaultClock) {
    self.init(time: clock.now.time, suspended: clock.suspended, settingsNumber: state.settingsNumber)
  }

  /// Two readings of a clock differ a little, and no machine is suspended for less than a second.
  private static let shortestSuspension: Int64 = 1_000_000_000

  /// Whether the vault is still unlocked: under its settings, and those that it has had since.
  package func hold(_ state: HeaderState, _ clock: any VaultClock) -> Bool {
    let settings = state.settings(since: settingsNumber)
    if let timeout = settings.timeout {
      let passed = clock.now.time - time
      // A clock that is behind is that of another time namespace.
      guard passed >= 0, passed < Int64(timeout) * 1_000_000_000 else { return false }
    }
    return !settings.locksWhenSuspended || abs(clock.suspended - suspended) < Self.shortestSuspension
  }

  /// After how many seconds the vault locks itself at the latest; nil without a timeout.
  func secondsLeft(_ state: HeaderState, _ clock: any VaultClock) -> UInt32? {
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
  var terms: UnlockTerms
  /// How often this process had locked the vault: the header may lack a locking that could not be recorded.
  let lockings: UInt64

  init(_ vaultID: RowIdentifier, _ state: HeaderState, _ context: UnlockContext) {
    self.vaultID = vaultID
    lockings = context.cache.lockings(of: vaultID)
    lockID = state.lockID
    terms = UnlockTerms(state, context.clock)
  }

  /// Whether the vault was neither locked nor suspended since, by its state now.
  func holds(_ state: HeaderState, _ context: UnlockContext) -> Bool {
    state.lockID == lockID && terms.hold(state, context.clock) && context.cache.lockings(of: vaultID) == lockings
  }
}

/// The clocks of this machine.
package struct SystemVaultClock: VaultClock {
  package init() {}

  package var now: BootMoment { BootMoment(boot: Self.boot, time: lk_boot_now()) }

  /// The clock that stands still meanwhile is read first, so that time between the two readings counts as suspension,
  /// never as less than none.
  package var suspended: Int64 {
    let awake = lk_monotonic_now()
    return lk_boot_now() - awake
  }

  /// The boot as the kernel names it (random(4)). Where that cannot be read, every boot has the identifier of zeros:
  /// tickets and delays do not notice a restart then, and the kernel's keyring is empty after one all the same.
  private static let boot: RowIdentifier = {
    var text = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = read(file, &text, text.count)
    return identifier(in: text.prefix(max(0, count))) ?? RowIdentifier(high: 0, low: 0)
  }()

  /// The identifier that hexadecimal digits with hyphens spell; nil for anything else.
  static func identifier(in text: some Sequence<UInt8>) -> RowIdentifier? {
    let digits = text.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") }
    guard digits.count == 32, let word = String(validating: digits, as: UTF8.self),
      let high = UInt64(word.prefix(16), radix: 16), let low = UInt64(word.suffix(16), radix: 16)
    else { return nil }
    return RowIdentifier(high: high, low: low)
  }
}
