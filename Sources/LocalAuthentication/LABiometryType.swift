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
