/// The errors that a trust setting can allow.
package enum AllowedErrors {
  /// `certExpired` and `hostnameMismatch` of the tool. These are the numbers of an older interface
  /// (keys-and-certificates 7.7).
  package static let certificateExpired: Int32 = -2_147_409_654
  package static let hostnameMismatch: Int32 = -2_147_408_896

  /// Whether a number in a setting allows the failure of a check.
  static func allow(_ check: TrustCheck, _ number: Int32) -> Bool {
    switch number {
    case certificateExpired: check == .validity
    case hostnameMismatch: check == .hostname
    default: check.status == number
    }
  }
}
