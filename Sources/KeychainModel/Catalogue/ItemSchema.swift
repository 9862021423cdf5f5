/// One item class described as data: its attributes, what makes an item unique, and how it is
/// searched. Parsing, defaults, the store's tables, sealing and results derive from it.
package struct ItemSchema: Sendable {
  package let itemClass: ItemClass
  package let attributes: [Attribute]

  /// The combinations of attributes that find an item at constant cost, the most selective first.
  package let indices: [SearchIndex]

  /// Whether items are also found by the parent domains of their server.
  package let isSearchedByDomain: Bool

  /// The attributes that count towards `Limits.queryKeyCount`, with those a caller never names.
  package let attributeCount: Int

  private let positions: [AttributeName: Int]

  init(
    _ itemClass: ItemClass, attributeCount: Int, indices: [SearchIndex],
    isSearchedByDomain: Bool = false, attributes: [Attribute]
  ) {
    self.itemClass = itemClass
    self.attributeCount = attributeCount
    self.indices = indices
    self.isSearchedByDomain = isSearchedByDomain
    self.attributes = attributes
    positions = Dictionary(
      uniqueKeysWithValues: attributes.enumerated().map { ($1.name, $0) })
  }

  /// The attribute of this name; nil when the class has none.
  package subscript(_ name: AttributeName) -> Attribute? {
    positions[name].map { attributes[$0] }
  }

  /// The attribute of a number in a sealed row; nil when the class has none.
  package func attribute(number: UInt8) -> Attribute? {
    attributes.first { $0.number == number }
  }

  /// The attributes that make an item unique, in catalogue order.
  package var uniquenessKey: [Attribute] { attributes.filter { $0.traits.contains(.unique) } }
}

/// Attributes whose values together find rows through one index.
package struct SearchIndex: Sendable {
  /// The name of the column that holds the blind value.
  package let column: String
  package let attributes: [AttributeName]

  init(_ column: String, _ attributes: [AttributeName]) {
    self.column = column
    self.attributes = attributes
  }
}
