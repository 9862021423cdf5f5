/// The owner of trust settings. The raw values equal the constants of `SecTrustSettingsDomain`.
package enum TrustSettingsDomain: Int32, Sendable, CaseIterable {
  /// The user of this process.
  case user = 0
  /// The administrator of the machine, for all users.
  case admin = 1
  /// The authorities of the distribution. These settings cannot be changed.
  case system = 2
}
