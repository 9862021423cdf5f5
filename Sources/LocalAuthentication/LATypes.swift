public import Foundation

/// The ways in which an `LAContext` can authenticate the user.
public enum LAPolicy: Int, Sendable {
  /// The user authenticates with biometry.
  case deviceOwnerAuthenticationWithBiometrics = 1

  /// The user authenticates with biometry, a paired device or the passcode.
  case deviceOwnerAuthentication = 2

  /// The user authenticates with a paired device.
  case deviceOwnerAuthenticationWithCompanion = 3

  /// The user authenticates with biometry or a paired device.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The older name of `deviceOwnerAuthenticationWithCompanion`.
  public static let deviceOwnerAuthenticationWithWatch = Self.deviceOwnerAuthenticationWithCompanion

  /// The older name of `deviceOwnerAuthenticationWithBiometricsOrCompanion`.
  public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
    Self.deviceOwnerAuthenticationWithBiometricsOrCompanion
}

/// The operation for which an access control is evaluated.
public enum LAAccessControlOperation: Int, Sendable {
  /// The operation stores an item.
  case createItem = 0

  /// The operation reads or changes an item.
  case useItem = 1

  /// The operation makes a key.
  case createKey = 2

  /// The operation signs with a key.
  case useKeySign = 3

  /// The operation decrypts with a key.
  case useKeyDecrypt = 4

  /// The operation derives a shared secret with a key.
  case useKeyKeyExchange = 5
}

/// A kind of biometry. In Latchkey, `LAContext.biometryType` is always `none`.
public enum LABiometryType: Int, Sendable {
  /// The device has no biometry.
  case none = 0

  /// Fingerprint recognition.
  case touchID = 1

  /// Face recognition.
  case faceID = 2

  /// Iris recognition.
  case opticID = 4
}

/// The kinds of credential that a program may supply to an `LAContext`. An `LAContext` accepts only
/// `applicationPassword`.
public enum LACredentialType: Int, Sendable {
  /// The application password of items.
  case applicationPassword = 0

  /// The PIN of a smart card.
  case smartCardPIN = -3
}

/// A pointer through which a function returns an error. Foundation declares this name only on Apple's platforms.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
