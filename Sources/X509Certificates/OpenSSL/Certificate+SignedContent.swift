import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

extension Certificate {
  /// The part of the certificate that was signed.
  package var signedContent: ArraySlice<UInt8> { parts?.signed ?? der[...] }

  /// The encoded parts of the certificate.
  private var parts: (signed: ArraySlice<UInt8>, algorithm: ArraySlice<UInt8>, signature: ArraySlice<UInt8>)? {
    var reader = DERReader(der[...])
    guard var content = try? reader.read(.sequence), let signed = try? content.readAny().whole,
      let algorithm = try? content.readAny().whole
    else { return nil }
    return (signed, algorithm, content.rest)
  }

  /// The signature algorithm in the signed part; nil when it cannot be found.
  private static func algorithm(in signed: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var reader = DERReader(signed)
    guard var content = try? reader.read(.sequence), (try? content.readOptional(.explicit0)) != nil,
      (try? content.read(.integer)) != nil
    else { return nil }
    return try? content.readAny().whole
  }

  /// The certificate in a form whose signature OpenSSL can verify. The signature algorithm occurs in the signed
  /// part and beside the signature. One of them may have no parameters and the other NULL. Apple treats both as
  /// equal, but OpenSSL rejects such a certificate. So the algorithm beside the signature, which nobody signed, is
  /// replaced with the signed one.
  var verifiableDER: [UInt8] {
    guard let parts, let signed = Self.algorithm(in: parts.signed),
      !signed.elementsEqual(parts.algorithm),
      let other = Self.withOtherAbsence(parts.algorithm), signed.elementsEqual(other)
    else { return der }
    return DERWriter.element(
      .sequence, Array(parts.signed) + Array(signed) + Array(parts.signature))
  }

  /// All encodings of the algorithm beside the signature that are trusted like the actual one.
  var writtenAlgorithms: [[UInt8]] {
    guard let algorithm = parts?.algorithm else { return [] }
    return [Array(algorithm)] + (Self.withOtherAbsence(algorithm).map { [$0] } ?? [])
  }

  /// An algorithm with NULL instead of no parameters, or with no parameters instead of NULL. Nil when it
  /// has other parameters.
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
  /// Whether the certificate is signed by its own key.
  package var isSelfSigned: Bool {
    guard subject.normalizedContent == issuer.normalizedContent, let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_self_signed(handle.pointer, 1) == 1
  }

  /// Whether the certificate names another one as its issuer and was signed with its key. Nil when it names the
  /// issuer, but OpenSSL cannot read one of the two.
  package func isSigned(by issuer: Certificate) -> Bool? {
    guard CanonicalName(self.issuer) == CanonicalName(issuer.subject) else { return false }
    guard let handle = X509Handle(self), let issuer = X509Handle(issuer) else { return nil }
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(issuer.pointer) else { return false }
    return X509_verify(handle.pointer, key) == 1
  }
}
