/// What a file of keys and certificates holds.
package enum ExternalItem: Sendable {
  case key(KeyMaterial)
  case certificate(Certificate)
  /// A certificate with its private key.
  case identity(Certificate, AsymmetricKey)

  package var type: ExternalItemType {
    switch self {
    case .key(.asymmetric(let key)): key.isPrivate ? .privateKey : .publicKey
    case .key(.symmetric): .sessionKey
    case .certificate: .certificate
    case .identity: .aggregate
    }
  }

  /// Whether a private key is in it.
  var hasPrivateKey: Bool {
    if case .identity = self { return true }
    return type == .privateKey
  }
}
