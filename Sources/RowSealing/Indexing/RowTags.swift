package import KeychainModel

/// The tags of a row: nine bytes for each searchable attribute without an index, its number and 64
/// bits. An attribute that compares equal to its default has none.
package enum RowTags {
  /// The tags that a row had, and the attributes that they stand for.
  package struct Known {
    let attributes: AttributeSet
    let tags: [UInt8]

    package init(attributes: AttributeSet, tags: [UInt8]) {
      self.attributes = attributes
      self.tags = tags
    }

    /// The tag of an attribute whose value is the same; nil when it is not, or has none.
    func tag(of attribute: Attribute, ifStill value: AttributeValue) -> UInt64? {
      attributes[attribute.name] == value ? RowTags.tag(of: attribute, in: tags) : nil
    }
  }

  /// - Parameters:
  ///   - known: What the row had before: an attribute that is the same keeps its tag.
  ///   - unknownOf: The tags of the same row before; those of attributes that the catalogue lacks stay.
  package static func make(
    _ attributes: AttributeSet, _ schema: ItemSchema, _ row: RowIdentifier, _ blinder: Blinder,
    known: Known? = nil, unknownOf before: [UInt8] = []
  ) throws(KeychainError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(45)
    for attribute in schema.tagged {
      guard let value = attributes[attribute.name] else { continue }
      let form = attribute.comparisonForm(of: value)
      guard form != attribute.absentForm else { continue }
      let tag: UInt64
      if let same = known?.tag(of: attribute, ifStill: value) {
        tag = same
      } else {
        tag = try blinder.tag(form, of: attribute, in: row)
      }
      bytes.append(attribute.number)
      withUnsafeBytes(of: tag.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for start in stride(from: 0, through: before.count - 9, by: 9)
    where schema.attribute(number: before[start]) == nil {
      bytes += before[start..<start + 9]
    }
    return bytes
  }

  /// The tag of an attribute; nil when the row has none.
  package static func tag(of attribute: Attribute, in tags: [UInt8]) -> UInt64? {
    for start in stride(from: 0, through: tags.count - 9, by: 9)
    where tags[start] == attribute.number {
      return tags.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start + 1, as: UInt64.self))
      }
    }
    return nil
  }
}
