/// The kinds of biometry a device can have. `LAContext.biometryType` is always `none` here.
public enum LABiometryType: Int, Sendable {
  /// No biometry.
  case none = 0

  /// Fingerprints.
  case touchID = 1

  /// The face.
  case faceID = 2

  /// The iris.
  case opticID = 4
}
