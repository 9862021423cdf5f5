/// A domain of the preferences about keychains.
public enum SecPreferencesDomain: Int32, Sendable {
  /// The preferences of the user.
  case user = 0
  /// The preferences of the machine, which apply to programs without a user.
  case system = 1
  /// The keychains that every search list contains.
  case common = 2
  /// The keychains of tokens. Latchkey has no tokens, so the domain is empty.
  case dynamic = 3
}

/// The state of a keychain, as bits.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public let kSecUnlockStateStatus: SecKeychainStatus = 1
/// The program can read the keychain.
public let kSecReadPermStatus: SecKeychainStatus = 2
/// The program can write to the keychain.
public let kSecWritePermStatus: SecKeychainStatus = 4

/// The version of `SecKeychainSettings`.
public let SEC_KEYCHAIN_SETTINGS_VERS1: UInt32 = 1

/// The settings for the automatic locking of a keychain.
public struct SecKeychainSettings: Sendable {
  /// The version: `SEC_KEYCHAIN_SETTINGS_VERS1`.
  public var version: UInt32
  /// Whether the keychain locks when the machine sleeps.
  public var lockOnSleep: DarwinBoolean
  /// Whether the keychain locks after a time.
  public var useLockInterval: DarwinBoolean
  /// The number of seconds after which the keychain locks; `Int32.max` for never.
  public var lockInterval: UInt32

  /// Makes settings without automatic locking.
  public init() {
    self.init(
      version: SEC_KEYCHAIN_SETTINGS_VERS1, lockOnSleep: false, useLockInterval: false, lockInterval: UInt32(Int32.max))
  }

  /// Makes settings from their members.
  public init(version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean, lockInterval: UInt32) {
    self.version = version
    self.lockOnSleep = lockOnSleep
    self.useLockInterval = useLockInterval
    self.lockInterval = lockInterval
  }
}
