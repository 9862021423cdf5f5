extension DistinguishedName {
  /// The attributes in their encoded order, each with its object identifier.
  var section: CertificateProperty.Value {
    .section(
      elements.map { element in
        CertificateProperty(
          Certificate.identifierText(element.type),
          element.text.map { .string($0) } ?? .data(element.value))
      })
  }

  /// The attributes as above. The normalized name when there are too many.
  var boundedSection: CertificateProperty.Value {
    elements.count <= CertificateProperty.largestPartCount ? section : .data(normalizedSequence)
  }

  /// The texts of each attribute type, in the order of the first occurrence. Empty when there are too many
  /// attributes.
  var textsByType: [(type: [UInt8], texts: [String])] {
    guard elements.count <= CertificateProperty.largestPartCount else { return [] }
    var found: [(type: [UInt8], texts: [String])] = []
    var places: [[UInt8]: Int] = [:]
    for element in elements {
      guard let text = element.text else { continue }
      if let place = places[element.type] {
        found[place].texts.append(text)
      } else {
        places[element.type] = found.count
        found.append((element.type, [text]))
      }
    }
    return found
  }
}
