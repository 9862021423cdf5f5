package import KeychainModel

extension Certificate {
  /// The properties of a certificate as attributes of an item (keys-and-certificates 2.5), without the
  /// label.
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
