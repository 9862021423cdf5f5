package import AsymmetricKeys
package import KeychainModel

/// An X.509 certificate. It never changes.
package final class Certificate: Sendable {
  package let content: CertificateContent

  /// The key, made when it is asked for first; nil when it is of a kind that there is no `SecKey` of.
  private let key = Guarded<AsymmetricKey??>(nil)

  /// Reads DER. What follows the certificate is dropped.
  ///
  /// - Throws: `.parameter` for bytes that are no certificate.
  package init(der bytes: [UInt8]) throws(KeychainError) {
    content = try CertificateContent(bytes)
    guard KnownExtensions.areReadable(content.extensions) else {
      throw KeychainError(.parameter, "a critical extension of the certificate is malformed")
    }
  }

  /// The key of the subject; nil when it is neither RSA nor of one of the curves, or is malformed.
  package var publicKey: AsymmetricKey? {
    key.withLock { key in
      if let key { return key }
      let made = makePublicKey()
      key = made
      return made
    }
  }

  private func makePublicKey() -> AsymmetricKey? {
    switch content.keyAlgorithm {
    case OID.rsaEncryption: return try? AsymmetricKey(rsaPublicKey: content.publicKey)
    case OID.ellipticCurvePublicKey:
      // The curve that is named beside it must be the one that the length says.
      guard let key = try? AsymmetricKey(ellipticCurvePoint: content.publicKey),
        case .ellipticCurve(let curve) = key.kind,
        content.keyParameters == DERWriter.element(.objectIdentifier, curve.objectIdentifier)
      else { return nil }
      return key
    default: return nil
    }
  }
}

extension Certificate {
  /// The certificate's own bytes.
  package var der: [UInt8] { content.der }
  /// 1, 2 or 3.
  package var version: Int { content.version }
  /// The content of the integer, a leading zero included.
  package var serialNumber: [UInt8] { content.serialNumber }
  package var issuer: DistinguishedName { content.issuer }
  package var subject: DistinguishedName { content.subject }
  /// Seconds since 2001-01-01 00:00:00 UTC.
  package var notValidBefore: Double { content.notValidBefore }
  /// Seconds since 2001-01-01 00:00:00 UTC.
  package var notValidAfter: Double { content.notValidAfter }
  package var signature: [UInt8] { content.signature }
  /// The content of the object identifier that names the algorithm of the signature.
  package var signatureAlgorithm: [UInt8] { content.signatureAlgorithm }
  /// The DER of its parameters; empty when there are none.
  package var signatureParameters: [UInt8] { content.signatureParameters }

  /// The SHA-1 of the public key's bits: `kSecAttrPublicKeyHash`, and the label of the key.
  package func publicKeyHash() throws(KeychainError) -> [UInt8] {
    try HashAlgorithm.sha1.digest(of: content.publicKey)
  }

  /// The identifier in the extension of this name; nil without one.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = content.value(of: OID.subjectKeyIdentifier) else { return nil }
    var reader = DERReader(value[...])
    return (try? reader.read(.octetString)).map { Array($0.rest) }
  }
}
