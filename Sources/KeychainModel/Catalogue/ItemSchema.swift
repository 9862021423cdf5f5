/// Describes one item class as data: its attributes, its uniqueness key, and how it is searched.
/// Parsing, defaults, the store's tables, sealing and results are derived from it.
///
/// A class, because schemas are passed around often and must not be copied.
package final class ItemSchema: Sendable {
  package let itemClass: ItemClass
  package let attributes: [Attribute]

  /// The combinations of attributes that have an index, the most selective first. An index finds an
  /// item at constant cost.
  package let indices: [SearchIndex]

  /// An additional index, in its own tables; nil when the class has none.
  package let auxiliaryIndex: AuxiliaryIndex?

  package enum AuxiliaryIndex: Sendable {
    /// The parent domains of the server of an internet password.
    case domains
    /// The pairs of the free attributes, and the map of all pairs.
    case freeAttributes
  }

  /// The number of attributes for the limit `Limits.queryKeyCount`, including attributes that a
  /// caller never names.
  package let attributeCount: Int

  /// The attributes of the uniqueness key, in catalogue order.
  package let uniquenessKey: [Attribute]

  /// The searchable attributes that have neither a column nor an index. Each row has a tag for each
  /// of these attributes that it has.
  package let tagged: [Attribute]

  // The numbers of attributes that every search reads; nil when the class does not have the
  // attribute.
  package let accessGroupNumber: UInt8?
  package let serverNumber: UInt8?
  package let accessControlNumber: UInt8?
  package let freeAttributesNumber: UInt8?

  /// The attributes that are part of an item's digest, in catalogue order.
  package let digested: [Attribute]

  /// Maps the codes of attribute names to positions in the catalogue.
  private let positionsByCode: PositionsByCode
  private let positionsByNumber: [Int8]
  /// For each attribute number: whether rows have a tag for the attribute.
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

  /// The attribute with this name; nil when the class does not have it.
  package subscript(_ name: AttributeName) -> Attribute? {
    positionsByCode[name.code.rawValue].map { attributes[$0] }
  }

  /// The attribute with this number in a sealed row; nil when the class does not have it.
  package func attribute(number: UInt8) -> Attribute? {
    let position = positionsByNumber[Int(number)]
    return position < 0 ? nil : attributes[Int(position)]
  }

  /// Whether rows have a tag for the attribute.
  package func isTagged(_ attribute: Attribute) -> Bool {
    tagsByNumber[Int(attribute.number)]
  }

  /// The name of the attribute with this number in a sealed row; nil when the class does not have
  /// it.
  package func name(number: UInt8) -> AttributeName? { namesByNumber[Int(number)] }

  /// The position of the index over this attribute alone; nil when there is none.
  package func indexPosition(of name: AttributeName) -> Int? {
    indices.firstIndex { $0.attributes.count == 1 && $0.attributes[0] == name }
  }
}

/// A perfect hash table: maps each of some codes to its position with one look-up.
private struct PositionsByCode: Sendable {
  /// The codes and positions. An empty slot has the position -1.
  private var slots: [(code: UInt32, position: Int)]
  private var factor: UInt32 = 0x9E37_79B1

  /// - Parameter codes: At most fifty codes, without duplicates. For so few, a factor that gives each code its own
  ///   slot is found soon.
  init(_ codes: [UInt32]) {
    slots = []
    while !fill(codes) { factor = factor &* 0x0019_660D &+ 0x3C6E_F35F | 1 }
  }

  /// Puts each code into its slot. Returns false when two codes have the same slot.
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

  /// The position of a code; nil when the table does not contain it.
  subscript(code: UInt32) -> Int? {
    let found = slots[slot(of: code)]
    return found.code == code && found.position >= 0 ? found.position : nil
  }
}

/// An index that finds rows by the values of one or more attributes.
package final class SearchIndex: Sendable {
  /// The number of the index in its blind values. It is never reused within a class.
  package let number: UInt8

  /// The name of the column that holds the blind value.
  package let column: String
  package let attributes: [AttributeName]

  init(_ number: UInt8, _ column: String, _ attributes: [AttributeName]) {
    self.number = number
    self.column = column
    self.attributes = attributes
  }
}
