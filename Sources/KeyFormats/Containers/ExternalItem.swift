package import AsymmetricKeys
package import X509Certificates

/// What a file of keys and certificates holds.
package enum ExternalItem: Sendable {
  case key(KeyMaterial)
  case certificate(Certificate)
  /// A certificate with its private key.
  case identity(Certificate, AsymmetricKey)

  /// The most bytes of a file: 16 MiB, more than any file of keys has.
  static let largestByteCount = 1 << 24

  package var type: ExternalItemType {
    switch self {
    case .key(.asymmetric(let key)): key.isPrivate ? .privateKey : .publicKey
    case .key(.symmetric): .sessionKey
    case .certificate: .certificate
    case .identity: .aggregate
    }
  }

  /// What is stored of it: of an identity two items, otherwise itself.
  package var parts: [ExternalItem] {
    guard case .identity(let certificate, let key) = self else { return [self] }
    return [.certificate(certificate), .key(.asymmetric(key))]
  }

  /// Private keys with the certificates that belong to them; what belongs to nothing is left out.
  package static func identities(in items: [ExternalItem]) -> [ExternalItem] {
    let certificates = items.compactMap { item -> Certificate? in
      if case .certificate(let certificate) = item { certificate } else { nil }
    }
    return items.flatMap { item -> [ExternalItem] in
      guard case .key(.asymmetric(let key)) = item, key.isPrivate else { return [] }
      return certificates.filter { PKCS12Content.belongs($0, key) }.map { .identity($0, key) }
    }
  }

  /// Whether a private key is in it.
  var hasPrivateKey: Bool {
    if case .identity = self { return true }
    return type == .privateKey
  }
}
