import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

extension Certificate {
  /// The encoded part of the certificate that the signature protects (`tbsCertificate`).
  package var signedContent: ArraySlice<UInt8> { parts?.signed ?? der[...] }

  /// The three encoded parts of the certificate.
  private var parts: (signed: ArraySlice<UInt8>, algorithm: ArraySlice<UInt8>, signature: ArraySlice<UInt8>)? {
    var reader = DERReader(der[...])
    guard var content = try? reader.read(.sequence), let signed = try? content.readAny().whole,
      let algorithm = try? content.readAny().whole
    else { return nil }
    return (signed, algorithm, content.rest)
  }

  /// The signature algorithm in the signed part; nil when the signed part is malformed.
  private static func algorithm(in signed: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var reader = DERReader(signed)
    guard var content = try? reader.read(.sequence), (try? content.readOptional(.explicit0)) != nil,
      (try? content.read(.integer)) != nil
    else { return nil }
    return try? content.readAny().whole
  }

  /// An encoding of the certificate whose signature OpenSSL can verify. A certificate names its signature algorithm
  /// twice: in the signed part and in the field `signatureAlgorithm`, which is not signed. In some certificates, the
  /// parameters are absent in one place and NULL in the other place. Apple treats absent parameters and NULL as equal,
  /// but OpenSSL rejects such a certificate. Therefore this property replaces the field `signatureAlgorithm` with the
  /// signed algorithm.
  var verifiableDER: [UInt8] {
    guard let parts, let signed = Self.algorithm(in: parts.signed),
      !signed.elementsEqual(parts.algorithm),
      let other = Self.withOtherAbsence(parts.algorithm), signed.elementsEqual(other)
    else { return der }
    return DERWriter.element(
      .sequence, Array(parts.signed) + Array(signed) + Array(parts.signature))
  }

  /// The equivalent encodings of the field `signatureAlgorithm`. The first encoding is the encoding in the certificate.
  /// The second encoding, if any, adds or removes NULL parameters. The signature of the certificate stays valid with
  /// either encoding.
  var writtenAlgorithms: [[UInt8]] {
    guard let algorithm = parts?.algorithm else { return [] }
    return [Array(algorithm)] + (Self.withOtherAbsence(algorithm).map { [$0] } ?? [])
  }

  /// A signature algorithm whose absent parameters are replaced with NULL, or whose NULL is removed. Returns nil when
  /// the algorithm has other parameters.
  private static func withOtherAbsence(_ algorithm: ArraySlice<UInt8>) -> [UInt8]? {
    var reader = DERReader(algorithm)
    guard var content = try? reader.read(.sequence), let type = try? content.readAny(),
      type.tag == DERTag.objectIdentifier.rawValue
    else { return nil }
    let null = DERWriter.element(.null, [])
    if content.isAtEnd { return DERWriter.element(.sequence, Array(type.whole) + null) }
    return content.rest.elementsEqual(null)
      ? DERWriter.element(.sequence, Array(type.whole)) : nil
  }
}

extension Certificate {
  /// Whether the certificate is signed with its own key.
  package var isSelfSigned: Bool {
    guard subject.normalizedContent == issuer.normalizedContent, let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_self_signed(handle.pointer, 1) == 1
  }

  /// Whether the certificate names `issuer` as its issuer and is signed with the key of `issuer`. Returns nil when the
  /// certificate names `issuer`, but OpenSSL cannot read one of the two certificates.
  package func isSigned(by issuer: Certificate) -> Bool? {
    guard CanonicalName(self.issuer) == CanonicalName(issuer.subject) else { return false }
    guard let handle = X509Handle(self), let issuer = X509Handle(issuer) else { return nil }
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(issuer.pointer) else { return false }
    return X509_verify(handle.pointer, key) == 1
  }
}
