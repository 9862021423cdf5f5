/// The proofs that an access control object demands before an item may be used.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits, with the values of Apple's platforms.
  public let rawValue: CFOptionFlags

  /// Makes a set of these bits. Unknown bits are kept in the set and ignored when it is used.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  /// The presence of the user, proven by biometry or by the passcode. Bit 0.
  public static let userPresence = Self(rawValue: 1 << 0)

  /// Any enrolled biometry, also biometry that is enrolled later. Bit 1.
  public static let biometryAny = Self(rawValue: 1 << 1)

  /// The older name of `biometryAny`.
  public static let touchIDAny = Self.biometryAny

  /// The biometry that is enrolled now. A change of enrolment makes the item unusable. Bit 3.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)

  /// The older name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self.biometryCurrentSet

  /// The passcode of the device. Bit 4.
  public static let devicePasscode = Self(rawValue: 1 << 4)

  /// A paired device nearby. Bit 5.
  public static let companion = Self(rawValue: 1 << 5)

  /// The older name of `companion`.
  public static let watch = Self.companion

  /// One of the constraints suffices. Bit 14.
  public static let or = Self(rawValue: 1 << 14)

  /// All constraints are required. They are also all required without this flag. Bit 15.
  public static let and = Self(rawValue: 1 << 15)

  /// The constraints guard the use of a private key. Bit 30.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)

  /// A password from the program is required as well. Bit 31.
  public static let applicationPassword = Self(rawValue: 1 << 31)
}
