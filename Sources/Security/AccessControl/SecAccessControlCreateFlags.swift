/// What an access control object demands before an item may be used.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits, with the values of Apple's platforms.
  public let rawValue: CFOptionFlags

  /// Makes a set of these bits. Bits without a meaning are kept here and ignored later.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  /// The user is there: proven by biometry or by the passcode. Bit 0.
  public static let userPresence = Self(rawValue: 1 << 0)

  /// Any enrolled biometry, now or later. Bit 1.
  public static let biometryAny = Self(rawValue: 1 << 1)

  /// The older name of `biometryAny`.
  public static let touchIDAny = Self.biometryAny

  /// Biometry as it is enrolled now; a change of enrolment makes the item unusable. Bit 3.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)

  /// The older name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self.biometryCurrentSet

  /// The device passcode. Bit 4.
  public static let devicePasscode = Self(rawValue: 1 << 4)

  /// A paired device close by. Bit 5.
  public static let companion = Self(rawValue: 1 << 5)

  /// The older name of `companion`.
  public static let watch = Self.companion

  /// One of the constraints is enough. Bit 14.
  public static let or = Self(rawValue: 1 << 14)

  /// All of the constraints are needed, which is also the rule without it. Bit 15.
  public static let and = Self(rawValue: 1 << 15)

  /// The constraints guard the use of a private key. Bit 30.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)

  /// A password that the program supplies is needed as well. Bit 31.
  public static let applicationPassword = Self(rawValue: 1 << 31)
}
