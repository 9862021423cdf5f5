/// What is imported.
public enum SecExternalItemType: UInt32, Sendable {
  /// Whatever the data are.
  case itemTypeUnknown = 0
  /// A private key.
  case itemTypePrivateKey = 1
  /// A public key.
  case itemTypePublicKey = 2
  /// A symmetric key.
  case itemTypeSessionKey = 3
  /// A certificate.
  case itemTypeCertificate = 4
  /// Several items.
  case itemTypeAggregate = 5
}
