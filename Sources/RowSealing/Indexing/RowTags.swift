package import KeychainModel

/// The tags of a row. Each searchable attribute without an index has a tag of nine bytes: the number of the attribute
/// and 64 bits. An attribute with its default value has no tag.
package enum RowTags {
  /// The existing tags of a row, and the attributes that the tags belong to.
  package struct Known {
    let attributes: AttributeSet
    let tags: [UInt8]

    package init(attributes: AttributeSet, tags: [UInt8]) {
      self.attributes = attributes
      self.tags = tags
    }

    /// The existing tag of an attribute with an unchanged value. Nil when the value has changed or
    /// has no tag.
    func tag(of attribute: Attribute, ifStill value: AttributeValue) -> UInt64? {
      attributes[attribute.name] == value ? RowTags.tag(of: attribute, in: tags) : nil
    }
  }

  /// Makes the tags of a row from the attributes.
  ///
  /// - Parameters:
  ///   - known: The previous attributes of the row with their tags. An attribute whose value is unchanged keeps its
  ///     tag. Nil computes every tag.
  ///   - unknownOf: The previous tags of the row as bytes. The result contains the tags of attributes that the
  ///     catalogue of this version lacks.
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

  /// The tag of an attribute; nil when the row has no such tag.
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
