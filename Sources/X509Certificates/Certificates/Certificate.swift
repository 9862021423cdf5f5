package import AsymmetricKeys
package import KeychainModel

/// An X.509 certificate. A certificate is immutable.
package final class Certificate: Sendable {
  package let content: CertificateContent

  /// The cached public key. The outer optional is nil until the first request. The inner optional is nil when `SecKey`
  /// does not support the key.
  private let key = ForkSafeMutex<AsymmetricKey??>(nil)

  /// Reads DER. Bytes that follow the certificate are ignored.
  ///
  /// - Throws: `.parameter` when the bytes are not a certificate.
  package init(der bytes: [UInt8]) throws(KeychainError) {
    content = try CertificateContent(bytes)
    guard KnownExtensions.areReadable(content.extensions) else {
      throw KeychainError(.parameter, "a critical extension of the certificate is malformed")
    }
  }

  /// The public key. Nil when the key is malformed, and when it is neither an RSA key nor a key on a supported curve.
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
      // The named curve must be the curve that the length of the point determines.
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
  /// The encoded certificate.
  package var der: [UInt8] { content.der }
  /// The version: 1, 2 or 3.
  package var version: Int { content.version }
  /// The content octets of the serial number, including a leading zero.
  package var serialNumber: [UInt8] { content.serialNumber }
  package var issuer: DistinguishedName { content.issuer }
  package var subject: DistinguishedName { content.subject }
  /// The beginning of the validity period, in seconds since 2001-01-01 00:00:00 UTC.
  package var notValidBefore: Double { content.notValidBefore }
  /// The end of the validity period, in seconds since 2001-01-01 00:00:00 UTC.
  package var notValidAfter: Double { content.notValidAfter }
  package var signature: [UInt8] { content.signature }
  /// The content octets of the object identifier of the signature algorithm.
  package var signatureAlgorithm: [UInt8] { content.signatureAlgorithm }
  /// The DER encoding of the parameters of the signature algorithm. The array is empty when there are no parameters.
  package var signatureParameters: [UInt8] { content.signatureParameters }

  /// The SHA-1 digest of the public key's bit string. The digest is the value of `kSecAttrPublicKeyHash`, and the
  /// application label of the key.
  package func publicKeyHash() throws(KeychainError) -> [UInt8] {
    try HashAlgorithm.sha1.digest(of: content.publicKey)
  }

  /// The identifier in the extension "subject key identifier"; nil when the certificate does not have the extension.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = content.value(of: OID.subjectKeyIdentifier) else { return nil }
    var reader = DERReader(value[...])
    return (try? reader.read(.octetString)).map { Array($0.rest) }
  }
}

extension Certificate {
  /// The attributes of a certificate item (specification: keys-and-certificates 2.5), without the label.
  ///
  /// - Throws: `.internalComponent` when OpenSSL fails.
  package func itemAttributes() throws(KeychainError) -> AttributeSet {
    var attributes = AttributeSet()
    attributes.reserveCapacity(8)
    attributes.append(.certificateType, .number(Int64(version)))
    attributes.append(.certificateEncoding, .number(Self.derEncoding))
    if !subject.normalizedContent.isEmpty {
      attributes.append(.subject, .data(subject.normalizedContent))
    }
    attributes.append(.issuer, .data(issuer.normalizedContent))
    attributes.append(.serialNumber, .data(serialNumber))
    if let subjectKeyIdentifier {
      attributes.append(.subjectKeyID, .data(subjectKeyIdentifier))
    }
    attributes.append(.publicKeyHash, .data(try publicKeyHash()))
    return attributes
  }

  /// The value of `kSecAttrCertificateEncoding` for DER.
  private static let derEncoding: Int64 = 3
}

extension Certificate {
  /// The possible issuers of some certificates, the issuers of these issuers, and so on. Direct issuers come first.
  ///
  /// - Parameters:
  ///   - limit: The largest number of certificates to return.
  ///   - find: Returns the certificates with a subject. `subject` is a normalized name. `find` is called once for each
  ///     name.
  package static func issuers<Failure: Error>(
    above certificates: [Certificate], atMost limit: Int = .max,
    find: (_ subject: [UInt8]) throws(Failure) -> [Certificate]
  ) throws(Failure) -> [Certificate] {
    var found: [Certificate] = []
    var names = certificates.map(\.issuer.normalizedContent)
    var seen: Set<[UInt8]> = []
    var next = 0
    while next < names.count, found.count < limit {
      let name = names[next]
      next += 1
      guard seen.insert(name).inserted else { continue }
      for issuer in try find(name).prefix(limit - found.count) {
        found.append(issuer)
        names.append(issuer.issuer.normalizedContent)
      }
    }
    return found
  }
}
