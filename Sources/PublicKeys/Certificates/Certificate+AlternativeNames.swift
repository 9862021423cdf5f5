extension Certificate {
  /// All e-mail addresses: those of the alternative names, then those of the subject.
  package var emailAddresses: [String] {
    alternativeNames(.implicit1) + subject.texts(of: ObjectIdentifier.emailAddress)
  }

  /// The host names among the alternative names.
  package var hostNames: [String] { alternativeNames(.implicit2) }

  /// The alternative names of one kind, as text.
  private func alternativeNames(_ kind: DERTag) -> [String] {
    guard let value = content.value(of: ObjectIdentifier.subjectAlternativeName) else { return [] }
    var reader = DERReader(value[...])
    var names: [String] = []
    guard var list = try? reader.read(.sequence) else { return [] }
    while !list.isAtEnd, let name = try? list.readAny() {
      guard name.tag == kind.rawValue,
        let text = NameText.decode(Array(name.content.rest), tag: DERTag.ia5String.rawValue)
      else { continue }
      names.append(text)
    }
    return names
  }
}
