/// A domain of trust settings. An evaluation reads the domains in this order.
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// The trust settings of the user.
  case user = 0
  /// The trust settings of the administrator, for all users.
  case admin = 1
  /// The authorities of the distribution. They cannot be changed.
  case system = 2
}
