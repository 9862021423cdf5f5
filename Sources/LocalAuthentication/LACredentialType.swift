/// The kinds of credential that a program may supply to an `LAContext` itself. Only
/// `applicationPassword` is taken.
public enum LACredentialType: Int, Sendable {
  /// The password of items guarded by an application password.
  case applicationPassword = 0

  /// The PIN of a smart card.
  case smartCardPIN = -3
}
