/// Whose decisions about certificates these are. The raw values are those of `SecTrustSettingsDomain`.
package enum TrustSettingsDomain: Int32, Sendable, CaseIterable {
  /// Of the user of this process.
  case user = 0
  /// Of the machine's administrator, for all users.
  case admin = 1
  /// The distribution's authorities. Cannot be changed.
  case system = 2
}
