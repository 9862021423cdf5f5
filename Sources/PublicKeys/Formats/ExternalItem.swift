/// What a file of keys and certificates holds.
package enum ExternalItem: Sendable {
  case key(KeyMaterial)
  case certificate(Certificate)

  package var type: ExternalItemType {
    switch self {
    case .key(.asymmetric(let key)): key.isPrivate ? .privateKey : .publicKey
    case .key(.symmetric): .sessionKey
    case .certificate: .certificate
    }
  }
}
