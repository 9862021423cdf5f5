/// Describes one item class as data: its attributes, its uniqueness key and its indices. The parser, the default
/// values, the tables of the database, the sealing of rows and the results depend on this description.
///
/// The type is a class because schemas are passed often, and copying a schema would be slow.
package final class ItemSchema: Sendable {
  package let itemClass: ItemClass
  package let attributes: [Attribute]

  /// The indices of the class, the most selective index first. An index covers one or more attributes. Finding an item
  /// by an index has a constant cost.
  package let indices: [SearchIndex]

  /// An additional index, in its own tables; nil if the class has no additional index.
  package let auxiliaryIndex: AuxiliaryIndex?

  package enum AuxiliaryIndex: Sendable {
    /// The index contains the parent domains of the server of an internet password.
    case domains
    /// The index contains each free attribute of a generic password (name and value), and the whole map of free
    /// attributes.
    case freeAttributes
  }

  /// The number of attributes of the class, for the limit `Limits.queryKeyCount`. The number includes attributes that a
  /// caller never names.
  package let attributeCount: Int

  /// The attributes of the uniqueness key, in catalogue order.
  package let uniquenessKey: [Attribute]

  /// The searchable attributes that have neither a column nor an index. If an item has such an attribute, the row of
  /// the item contains a tag: a keyed hash of the attribute's value.
  package let tagged: [Attribute]

  // The values of `Attribute.number` for four attributes that every search reads. If the class does not have an
  // attribute, its value is nil.
  package let accessGroupNumber: UInt8?
  package let serverNumber: UInt8?
  package let accessControlNumber: UInt8?
  package let freeAttributesNumber: UInt8?

  /// The attributes that are part of an item's digest, in catalogue order.
  package let digested: [Attribute]

  /// Maps the code of an attribute name to the position of the attribute in `attributes`.
  private let positionsByCode: PositionsByCode
  private let positionsByNumber: [Int8]
  /// Whether rows contain a tag, a keyed hash of the value, for an attribute. The index in the array is the number of
  /// the attribute.
  private let tagsByNumber: [Bool]
  private let namesByNumber: [AttributeName?]

  init(
    _ itemClass: ItemClass, attributeCount: Int, indices: [SearchIndex],
    auxiliaryIndex: AuxiliaryIndex? = nil, attributes: [Attribute]
  ) {
    self.itemClass = itemClass
    self.attributeCount = attributeCount
    self.indices = indices
    self.auxiliaryIndex = auxiliaryIndex
    self.attributes = attributes
    uniquenessKey = attributes.filter { $0.traits.contains(.unique) }
    digested = attributes.filter { $0.traits.contains(.digested) }
    let indexed = Set(indices.filter { $0.attributes.count == 1 }.map { $0.attributes[0] })
    tagged = attributes.filter {
      $0.traits.contains(.searchable) && !$0.traits.contains(.column)
        && !indexed.contains($0.name) && $0.name != .accessGroup && $0.name != .multiUser
    }
    var positionsByNumber = [Int8](repeating: -1, count: 256)
    for (position, attribute) in attributes.enumerated() {
      positionsByNumber[Int(attribute.number)] = Int8(position)
    }
    self.positionsByNumber = positionsByNumber
    var tagsByNumber = [Bool](repeating: false, count: 256)
    for attribute in tagged { tagsByNumber[Int(attribute.number)] = true }
    self.tagsByNumber = tagsByNumber
    namesByNumber = positionsByNumber.map { $0 < 0 ? nil : attributes[Int($0)].name }
    positionsByCode = PositionsByCode(attributes.map(\.name.code.rawValue))
    func number(_ name: AttributeName) -> UInt8? { attributes.first { $0.name == name }?.number }
    accessGroupNumber = number(.accessGroup)
    serverNumber = number(.server)
    accessControlNumber = number(.accessControl)
    freeAttributesNumber = number(.freeAttributes)
  }

  /// The attribute with this name; nil if the class does not have the attribute.
  package subscript(_ name: AttributeName) -> Attribute? {
    positionsByCode[name.code.rawValue].map { attributes[$0] }
  }

  /// The attribute with this number in a sealed row; nil if the class does not have the attribute.
  package func attribute(number: UInt8) -> Attribute? {
    let position = positionsByNumber[Int(number)]
    return position < 0 ? nil : attributes[Int(position)]
  }

  /// Whether rows contain a tag, a keyed hash of the value, for the attribute.
  package func isTagged(_ attribute: Attribute) -> Bool {
    tagsByNumber[Int(attribute.number)]
  }

  /// The name of the attribute with this number in a sealed row; nil if the class does not have the attribute.
  package func name(number: UInt8) -> AttributeName? { namesByNumber[Int(number)] }

  /// The position of the index that covers only this attribute; nil if there is no such index.
  package func indexPosition(of name: AttributeName) -> Int? {
    indices.firstIndex { $0.attributes.count == 1 && $0.attributes[0] == name }
  }
}

/// A perfect hash table: one look-up finds the position that belongs to a code.
private struct PositionsByCode: Sendable {
  /// The codes and positions. An empty slot has the position -1.
  private var slots: [(code: UInt32, position: Int)]
  private var factor: UInt32 = 0x9E37_79B1

  /// - Parameter codes: At most fifty codes, without duplicates. For so few codes, the initializer soon finds a factor
  ///   that gives each code its own slot.
  init(_ codes: [UInt32]) {
    slots = []
    while !fill(codes) { factor = factor &* 0x0019_660D &+ 0x3C6E_F35F | 1 }
  }

  /// Puts each code into its slot. Returns false if two codes have the same slot.
  private mutating func fill(_ codes: [UInt32]) -> Bool {
    slots = [(code: UInt32, position: Int)](repeating: (0, -1), count: 256)
    for (position, code) in codes.enumerated() {
      let slot = slot(of: code)
      guard slots[slot].position < 0 else { return false }
      slots[slot] = (code, position)
    }
    return true
  }

  private func slot(of code: UInt32) -> Int { Int((code &* factor) >> 24) }

  /// The position of a code; nil if the table does not contain the code.
  subscript(code: UInt32) -> Int? {
    let found = slots[slot(of: code)]
    return found.code == code && found.position >= 0 ? found.position : nil
  }
}

/// An index that finds rows by the values of one or more attributes.
package final class SearchIndex: Sendable {
  /// The number of the index. The input of each `BlindValue` of the index contains this number. The number is never
  /// reused within a class.
  package let number: UInt8

  /// The name of the column that contains the `BlindValue` of a row.
  package let column: String
  package let attributes: [AttributeName]

  init(_ number: UInt8, _ column: String, _ attributes: [AttributeName]) {
    self.number = number
    self.column = column
    self.attributes = attributes
  }
}
