/// Whose trust settings these are. A judgement asks them in this order.
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// Those of the user.
  case user = 0
  /// Those of the machine's administrator, for all users.
  case admin = 1
  /// The distribution's authorities. Cannot be changed.
  case system = 2
}
