package import AsymmetricKeys
package import KeychainModel

/// A private key that stays in the service. An item in a reply to a client in another process has this value instead of
/// the secret of the key (`PrivateKeyRetention`).
package final class RemotePrivateKey: Sendable {
  /// The identifier of the key's item. The identifier of an identity's item is the identifier of its certificate.
  package let identifier: RowIdentifier

  /// The public key, in the format of `SecKeyCopyExternalRepresentation`; nil when the item contains no key that can be
  /// read.
  package let publicKey: PublicKey?

  /// Sends the operations of the key to the service; nil in a reply, until the client adds its backend.
  package let backend: (any PrivateKeyBackend)?

  package struct PublicKey: Sendable, Hashable {
    package let isRSA: Bool
    package let bytes: [UInt8]

    package init(_ key: AsymmetricKey) {
      isRSA = if case .rsa = key.kind { true } else { false }
      bytes = key.publicRepresentation
    }

    init(isRSA: Bool, bytes: [UInt8]) {
      self.isRSA = isRSA
      self.bytes = bytes
    }
  }

  package init(
    _ identifier: RowIdentifier, _ publicKey: PublicKey?, backend: (any PrivateKeyBackend)? = nil
  ) {
    self.identifier = identifier
    self.publicKey = publicKey
    self.backend = backend
  }

  /// The error of a call that needs the bytes of the key.
  package static var unavailable: KeychainError { AsymmetricKey.remote }

  /// The private key, whose operations the backend performs. Nil without a backend, and when the item contains no key.
  package var key: AsymmetricKey? {
    guard let backend, let publicKey else { return nil }
    let key =
      publicKey.isRSA
      ? try? AsymmetricKey(rsaPublicKey: publicKey.bytes) : try? AsymmetricKey(ellipticCurvePoint: publicKey.bytes)
    return key.map { AsymmetricKey($0, backend: backend) }
  }
}

extension AttributeSet {
  /// Whether these attributes of a key or an identity require that its private key stays in the service. The answer is
  /// true when the attributes are unknown.
  var retainPrivateKey: Bool {
    switch self[.keyClass]?.number {
    case KeyClass.public.rawValue, KeyClass.symmetric.rawValue: return false
    case nil: return true
    default: return self[.extractable] == .number(0) || self[.accessControl] != nil
    }
  }
}
