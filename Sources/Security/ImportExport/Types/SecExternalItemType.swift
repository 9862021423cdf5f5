/// The type of an imported item.
public enum SecExternalItemType: UInt32, Sendable {
  /// Any type.
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
