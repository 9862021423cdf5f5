public import Foundation

/// The ways in which an `LAContext` can authenticate the user.
public enum LAPolicy: Int, Sendable {
  /// Biometry only.
  case deviceOwnerAuthenticationWithBiometrics = 1

  /// Biometry, a paired device, or the passcode.
  case deviceOwnerAuthentication = 2

  /// A paired device only.
  case deviceOwnerAuthenticationWithCompanion = 3

  /// Biometry or a paired device.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The older name of `deviceOwnerAuthenticationWithCompanion`.
  public static let deviceOwnerAuthenticationWithWatch = Self.deviceOwnerAuthenticationWithCompanion

  /// The older name of `deviceOwnerAuthenticationWithBiometricsOrCompanion`.
  public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
    Self.deviceOwnerAuthenticationWithBiometricsOrCompanion
}

/// The operation that an access control is evaluated for.
public enum LAAccessControlOperation: Int, Sendable {
  /// Storing an item.
  case createItem = 0

  /// Reading or changing an item.
  case useItem = 1

  /// Making a key.
  case createKey = 2

  /// Signing with a key.
  case useKeySign = 3

  /// Decrypting with a key.
  case useKeyDecrypt = 4

  /// Agreeing on a secret with a key.
  case useKeyKeyExchange = 5
}

/// A kind of biometry. `LAContext.biometryType` is always `none` here.
public enum LABiometryType: Int, Sendable {
  /// No biometry.
  case none = 0

  /// Fingerprint recognition.
  case touchID = 1

  /// Face recognition.
  case faceID = 2

  /// Iris recognition.
  case opticID = 4
}

/// The kinds of credential that a program may supply to an `LAContext`. Only `applicationPassword` is accepted.
public enum LACredentialType: Int, Sendable {
  /// The application password of items.
  case applicationPassword = 0

  /// The PIN of a smart card.
  case smartCardPIN = -3
}

/// A pointer through which a function returns an error. Foundation has this name only on Apple's platforms.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
