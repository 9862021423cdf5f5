import AsymmetricKeys
package import KeychainModel

/// A partly parsed certificate, for searches. A keychain may contain thousands of certificates, and a search examines
/// all certificates. A complete parse of each certificate would take too long.
package struct PartialCertificate {
  /// The beginning of the validity period, in seconds since 2001-01-01 00:00:00 UTC.
  package let notValidBefore: Double
  package let notValidAfter: Double

  /// The name of the issuer, in the encoding of the certificate.
  package let issuer: [UInt8]

  private let subject: DERReader

  /// The bytes after the subject.
  private let rest: DERReader

  /// Parses the certificate up to the subject.
  ///
  /// - Throws: `.parameter` when the bytes are not a certificate. Some invalid certificates are accepted.
  package init(der: [UInt8]) throws(KeychainError) {
    var reader = DERReader(der[...])
    var certificate = try reader.read(.sequence)
    var content = try certificate.read(.sequence)
    _ = try content.readOptional(.explicit0)
    _ = try content.read(.integer)
    _ = try content.read(.sequence)
    issuer = Array(try content.read(.sequence).rest)
    var validity = try content.read(.sequence)
    notValidBefore = try CertificateTime.read(&validity)
    notValidAfter = try CertificateTime.read(&validity)
    subject = try content.read(.sequence)
    rest = content
  }

  /// Whether the certificate is valid at `date`. Both limits of the validity period are included. A certificate whose
  /// limits are equal is never valid (specification: secitem 8).
  package func isValid(at date: Double) -> Bool {
    notValidBefore != notValidAfter && notValidBefore <= date && date <= notValidAfter
  }
}

extension PartialCertificate {
  /// An attribute of the subject whose value may be a text.
  package struct SubjectText {
    /// The content octets of the object identifier of the attribute type.
    package let type: ArraySlice<UInt8>
    let tag: UInt8
    package let value: ArraySlice<UInt8>

    /// The content octets if the value is an ASCII text; nil otherwise.
    package var ascii: ArraySlice<UInt8>? {
      switch DERTag(rawValue: tag) {
      case .utf8String, .printableString, .ia5String, .numericString, .visibleString,
        .teletexString:
        value.last != 0 && value.allSatisfy { $0 < 0x80 } ? value : nil
      default: nil
      }
    }

    /// The value as text; nil when the value is not a text.
    package var decoded: String? { NameText.decode(Array(value), tag: tag) }
  }

  /// Whether an attribute of the subject satisfies a condition.
  package func containsSubjectText(where isWanted: (SubjectText) -> Bool) -> Bool {
    var names = subject
    while !names.isAtEnd {
      guard var set = try? names.read(.set) else { return false }
      while !set.isAtEnd {
        guard var pair = try? set.read(.sequence), let type = try? pair.readAny(),
          let value = try? pair.readAny()
        else { return false }
        let text = SubjectText(
          type: type.content.rest, tag: value.tag, value: value.content.rest)
        if isWanted(text) { return true }
      }
    }
    return false
  }

  /// Whether one of the certificate's email addresses equals `wanted`. Also true if the certificate contains no email
  /// address. The comparison ignores case.
  package func hasAddress(_ wanted: String) -> Bool {
    var hasAny = false
    func isWanted(_ text: SubjectText) -> Bool {
      guard let decoded = text.decoded else { return false }
      hasAny = true
      return decoded.lowercased() == wanted
    }
    let isAlternative = containsAlternativeName { tag, value in
      tag == DERTag.implicit1.rawValue
        && isWanted(SubjectText(type: [], tag: DERTag.ia5String.rawValue, value: value))
    }
    if isAlternative { return true }
    let isInSubject = containsSubjectText { text in
      text.type.elementsEqual(OID.emailAddress) && isWanted(text)
    }
    return isInSubject || !hasAny
  }

  /// Whether a subject alternative name satisfies a condition.
  package func containsAlternativeName(where isWanted: (UInt8, ArraySlice<UInt8>) -> Bool) -> Bool {
    guard var value = value(of: OID.subjectAlternativeName),
      var names = try? value.read(.sequence)
    else { return false }
    while !names.isAtEnd, let name = try? names.readAny() {
      if isWanted(name.tag, name.content.rest) { return true }
    }
    return false
  }

  /// The value of an extension; nil when the certificate does not have the extension.
  package func value(of identifier: [UInt8]) -> DERReader? {
    var rest = rest
    guard (try? rest.read(.sequence)) != nil else { return nil }
    for tag in [DERTag.implicit1, .implicit2] { _ = try? rest.readOptional(tag) }
    guard var field = try? rest.readOptional(.explicit3), var list = try? field.read(.sequence)
    else { return nil }
    while !list.isAtEnd {
      guard var one = try? list.read(.sequence), let type = try? one.read(.objectIdentifier) else {
        return nil
      }
      guard type.rest.elementsEqual(identifier) else { continue }
      _ = try? one.readOptional(.boolean)
      return try? one.read(.octetString)
    }
    return nil
  }
}
