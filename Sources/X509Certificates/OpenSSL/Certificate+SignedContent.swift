import AsymmetricKeys
import KeychainModel

extension Certificate {
  /// What the signer signed: everything but the signature.
  package var signedContent: ArraySlice<UInt8> { parts?.signed ?? der[...] }

  /// The parts of the certificate, each whole.
  private var parts: (signed: ArraySlice<UInt8>, algorithm: ArraySlice<UInt8>, signature: ArraySlice<UInt8>)? {
    var reader = DERReader(der[...])
    guard var content = try? reader.read(.sequence), let signed = try? content.readAny().whole,
      let algorithm = try? content.readAny().whole
    else { return nil }
    return (signed, algorithm, content.rest)
  }

  /// The algorithm of the signature as the signer signed it; nil where it cannot be found.
  private static func algorithm(in signed: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var reader = DERReader(signed)
    guard var content = try? reader.read(.sequence), (try? content.readOptional(.explicit0)) != nil,
      (try? content.read(.integer)) != nil
    else { return nil }
    return try? content.readAny().whole
  }

  /// The certificate, with the algorithm that the signer signed in the place of the one beside the signature, where
  /// they differ in that the one has no parameters and the other NULL: to Apple both are the same, and OpenSSL
  /// verifies no signature of such a certificate. Nobody signed what stands beside the signature.
  var verifiableDER: [UInt8] {
    guard let parts, let signed = Self.algorithm(in: parts.signed),
      !signed.elementsEqual(parts.algorithm),
      let other = Self.withOtherAbsence(parts.algorithm), signed.elementsEqual(other)
    else { return der }
    return DERWriter.element(
      .sequence, Array(parts.signed) + Array(signed) + Array(parts.signature))
  }

  /// The algorithms that can stand beside the signature of a certificate that is trusted as this one is.
  var writtenAlgorithms: [[UInt8]] {
    guard let algorithm = parts?.algorithm else { return [] }
    return [Array(algorithm)] + (Self.withOtherAbsence(algorithm).map { [$0] } ?? [])
  }

  /// An algorithm with NULL in the place of no parameters, or the other way round; nil for one with others.
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
