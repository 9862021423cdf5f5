import KeychainCrypto
package import KeychainModel

/// Computes the blind values of one session. The store's indices contain blind values instead of attribute values.
///
/// The input of a blind value begins with a byte that names the kind of the value. For an index and a uniqueness key,
/// the item class follows this byte. The input contains the blind value of an access group instead of the group's name.
/// So the rows of a group can be searched without the group's name.
package final class Blinder {
  private let index: BlindIndex
  // Unchecked exclusivity is safe, because one thread at a time uses the array, and no access to the array starts
  // another access.
  @exclusivity(unchecked)
  private var groups: [Group] = []

  private struct Group {
    let name: String
    let value: BlindValue
  }

  init(_ index: BlindIndex) { self.index = index }

  /// The blind value of an access group. The first 16 names are cached.
  package func group(_ name: String) throws(KeychainError) -> BlindValue {
    for known in groups where known.name.isIdentical(to: name) { return known.value }
    let value = try index.value { input in
      input.append(byte: UInt8(ascii: "G"))
      input.append(name)
    }
    if groups.count < 16 { groups.append(Group(name: name, value: value)) }
    return value
  }

  /// The comparison forms of an index's attributes, which are the same for all groups; nil when an
  /// attribute is absent.
  func forms(
    of searchIndex: SearchIndex, _ schema: ItemSchema, _ attributes: AttributeSet
  ) -> [UInt8]? {
    var forms: [UInt8] = []
    forms.reserveCapacity(96)
    for name in searchIndex.attributes {
      guard let attribute = schema[name], let value = attributes[name] else { return nil }
      attribute.appendComparisonForm(of: value, to: &forms)
    }
    return forms
  }

  /// The blind value with which an index finds the rows of a group.
  package func value(
    of searchIndex: SearchIndex, _ schema: ItemSchema, forms: [UInt8], in group: BlindValue
  ) throws(KeychainError) -> BlindValue {
    try index.value { input in
      input.append(byte: UInt8(ascii: "I"))
      input.append(number: UInt64(schema.itemClass.code.rawValue))
      input.append(byte: searchIndex.number)
      group.withBytes { input.append(raw: $0) }
      input.append(forms)
    }
  }

  /// The blind value with which an index finds the rows of a group; nil when an attribute is
  /// absent.
  package func value(
    of searchIndex: SearchIndex, _ schema: ItemSchema, _ attributes: AttributeSet,
    in group: BlindValue
  ) throws(KeychainError) -> BlindValue? {
    guard let forms = forms(of: searchIndex, schema, attributes) else { return nil }
    return try value(of: searchIndex, schema, forms: forms, in: group)
  }

  /// The blind uniqueness key of a row. No two rows of a class, including tombstones, have the same uniqueness key.
  ///
  /// The uniqueness key of an item with free attributes depends only on the identifier of the row, because programs
  /// that use free attributes distinguish items only by their free attributes.
  ///
  /// - Parameters:
  ///   - attributes: The attributes, including defaults. An absent attribute is treated as empty.
  ///   - identifier: The identifier of the row.
  package func uniqueness(
    of attributes: AttributeSet, _ schema: ItemSchema, _ identifier: RowIdentifier
  ) throws(KeychainError) -> BlindValue {
    if attributes[.freeAttributes] != nil {
      return try index.value { input in
        input.append(byte: UInt8(ascii: "R"))
        input.append(number: UInt64(schema.itemClass.code.rawValue))
        identifier.withBytes { input.append(raw: $0) }
      }
    }
    return try uniqueness(of: attributes, schema)
  }

  /// The blind uniqueness key of an item without free attributes.
  package func uniqueness(
    of attributes: AttributeSet, _ schema: ItemSchema
  ) throws(KeychainError) -> BlindValue {
    var forms: [UInt8] = []
    for attribute in schema.uniquenessKey {
      attribute.appendComparisonForm(
        of: attributes[attribute.name] ?? attribute.comparedWhenAbsent ?? .string(""), to: &forms)
    }
    return try index.value { input in
      input.append(byte: UInt8(ascii: "U"))
      input.append(number: UInt64(schema.itemClass.code.rawValue))
      input.append(forms)
    }
  }

  /// The tag of an attribute in one row. The same value has different tags in different rows.
  ///
  /// - Parameter form: The comparison form of the value.
  package func tag(
    _ form: [UInt8], of attribute: Attribute, in row: RowIdentifier
  ) throws(KeychainError) -> UInt64 {
    try index.tag { input in
      input.append(byte: UInt8(ascii: "T"))
      row.withBytes { input.append(raw: $0) }
      input.append(byte: attribute.number)
      input.append(form)
    }
  }

  /// The blind value of one free attribute (name and value), in an access group.
  package func pair(
    _ pair: FreeAttributes.Pair, in group: BlindValue
  ) throws(KeychainError) -> BlindValue {
    try index.value { input in
      input.append(byte: UInt8(ascii: "P"))
      group.withBytes { input.append(raw: $0) }
      input.append(pair.name)
      input.append(pair.value)
    }
  }

  /// The blind value of all free attributes of an item, in an access group.
  package func map(_ map: FreeAttributes, in group: BlindValue) throws(KeychainError) -> BlindValue {
    try index.value { input in
      input.append(byte: UInt8(ascii: "W"))
      group.withBytes { input.append(raw: $0) }
      input.append(map.encoded)
    }
  }

  /// The blind value of a host or one of its parent domains, in an access group.
  package func domain(
    _ domain: Substring, in group: BlindValue
  ) throws(KeychainError) -> BlindValue {
    try index.value { input in
      input.append(byte: UInt8(ascii: "D"))
      group.withBytes { input.append(raw: $0) }
      input.append(String(domain))
    }
  }
}
