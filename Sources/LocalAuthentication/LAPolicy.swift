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
