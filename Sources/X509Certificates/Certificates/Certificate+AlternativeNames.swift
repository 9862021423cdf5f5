import AsymmetricKeys
package import KeychainModel

extension Certificate {
  /// All email addresses: first the email addresses in the subject alternative names, then the email addresses in the
  /// subject.
  package var emailAddresses: [String] {
    texts(.implicit1) + subject.texts(of: OID.emailAddress)
  }

  /// The host names in the subject alternative names.
  package var hostNames: [String] { texts(.implicit2) }

  private func texts(_ kind: DERTag) -> [String] {
    alternativeNames(kind).compactMap { NameText.decode($0, tag: DERTag.ia5String.rawValue) }
  }

  /// Whether the certificate has subject alternative names of any kind.
  package var hasAlternativeNames: Bool {
    guard let value = content.value(of: OID.subjectAlternativeName) else {
      return false
    }
    var reader = DERReader(value[...])
    return (try? reader.read(.sequence)).map { !$0.isAtEnd } ?? false
  }

  /// The subject alternative names of one kind, in the encoding of the certificate.
  package func alternativeNames(_ kind: DERTag) -> [[UInt8]] {
    guard let value = content.value(of: OID.subjectAlternativeName) else { return [] }
    var reader = DERReader(value[...])
    var names: [[UInt8]] = []
    guard var list = try? reader.read(.sequence) else { return [] }
    while !list.isAtEnd, let name = try? list.readAny() {
      if name.tag == kind.rawValue { names.append(Array(name.content.rest)) }
    }
    return names
  }
}
