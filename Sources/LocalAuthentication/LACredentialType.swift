/// The kinds of credential a program could supply to an `LAContext` itself. None is accepted yet.
public enum LACredentialType: Int, Sendable {
  /// The password of items guarded by an application password.
  case applicationPassword = 0

  /// The PIN of a smart card.
  case smartCardPIN = -3
}
