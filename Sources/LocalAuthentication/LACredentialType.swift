/// The kinds of credential that a program may supply to an `LAContext`. Only `applicationPassword` is accepted.
public enum LACredentialType: Int, Sendable {
  /// The application password of items.
  case applicationPassword = 0

  /// The PIN of a smart card.
  case smartCardPIN = -3
}
