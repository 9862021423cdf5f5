package import AsymmetricKeys
package import X509Certificates

/// An item in a file of keys and certificates.
package enum ExternalItem: Sendable {
  case key(KeyMaterial)
  case certificate(Certificate)
  /// A certificate with its private key.
  case identity(Certificate, AsymmetricKey)

  /// The largest size of a file: 16 MiB. Real files with keys and certificates are smaller.
  static let largestByteCount = 1 << 24

  package var type: ExternalItemType {
    switch self {
    case .key(.asymmetric(let key)): key.isPrivate ? .privateKey : .publicKey
    case .key(.symmetric): .sessionKey
    case .certificate: .certificate
    case .identity: .aggregate
    }
  }

  /// The items to store: a certificate and a key for an identity; otherwise the item itself.
  package var parts: [ExternalItem] {
    guard case .identity(let certificate, let key) = self else { return [self] }
    return [.certificate(certificate), .key(.asymmetric(key))]
  }

  /// The identities in `items`: each private key with each certificate that has the same public key. Other keys and
  /// certificates are omitted.
  package static func identities(in items: [ExternalItem]) -> [ExternalItem] {
    let certificates = items.compactMap { item -> Certificate? in
      if case .certificate(let certificate) = item { certificate } else { nil }
    }
    return items.flatMap { item -> [ExternalItem] in
      guard case .key(.asymmetric(let key)) = item, key.isPrivate else { return [] }
      return certificates.filter { PKCS12Content.belongs($0, key) }.map { .identity($0, key) }
    }
  }

  /// Whether the item contains a private key.
  var hasPrivateKey: Bool {
    if case .identity = self { return true }
    return type == .privateKey
  }
}

/// The types of exported items. The raw values equal the constants of `SecExternalItemType`.
package enum ExternalItemType: UInt32, Sendable, CaseIterable {
  case unknown = 0
  case privateKey = 1
  case publicKey = 2
  case sessionKey = 3
  case certificate = 4
  /// Several items.
  case aggregate = 5
}
