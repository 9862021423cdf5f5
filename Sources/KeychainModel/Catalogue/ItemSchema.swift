/// One item class described as data: its attributes, what makes an item unique, and how it is
/// searched. Parsing, defaults, the store's tables, sealing and results derive from it.
///
/// A class, because it is passed about all the time and never copied.
package final class ItemSchema: Sendable {
  package let itemClass: ItemClass
  package let attributes: [Attribute]

  /// The combinations of attributes that find an item at constant cost, the most selective first.
  package let indices: [SearchIndex]

  /// The index in tables of its own by which items are also found.
  package let sideIndex: SideIndex?

  package enum SideIndex: Sendable {
    /// The parent domains of the server of an internet password.
    case domains
    /// The pairs of the free attributes, and the map of all of them.
    case freeAttributes
  }

  /// The attributes that count towards `Limits.queryKeyCount`, with those a caller never names.
  package let attributeCount: Int

  /// The attributes that make an item unique, in catalogue order.
  package let uniquenessKey: [Attribute]

  /// Searchable attributes that neither have a column nor an index of their own: each row has a
  /// tag for those that it has.
  package let tagged: [Attribute]

  // The numbers of attributes that every search looks at; nil where the class has none.
  package let accessGroupNumber: UInt8?
  package let serverNumber: UInt8?
  package let accessControlNumber: UInt8?
  package let freeAttributesNumber: UInt8?

  /// The attributes that contribute to the digest of an item, in catalogue order.
  package let digested: [Attribute]

  /// Finds attributes by the codes of their names.
  private let positionsByCode: PositionsByCode
  private let positionsByNumber: [Int8]
  /// Whether rows have a tag for the attribute of a number.
  private let tagsByNumber: [Bool]
  private let namesByNumber: [AttributeName?]

  init(
    _ itemClass: ItemClass, attributeCount: Int, indices: [SearchIndex],
    sideIndex: SideIndex? = nil, attributes: [Attribute]
  ) {
    self.itemClass = itemClass
    self.attributeCount = attributeCount
    self.indices = indices
    self.sideIndex = sideIndex
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

  /// The attribute of this name; nil when the class has none.
  package subscript(_ name: AttributeName) -> Attribute? {
    positionsByCode[name.code.rawValue].map { attributes[$0] }
  }

  /// The attribute of a number in a sealed row; nil when the class has none.
  package func attribute(number: UInt8) -> Attribute? {
    let position = positionsByNumber[Int(number)]
    return position < 0 ? nil : attributes[Int(position)]
  }

  /// Whether rows have a tag for the attribute.
  package func isTagged(_ attribute: Attribute) -> Bool {
    tagsByNumber[Int(attribute.number)]
  }

  /// The name of the attribute of a number in a sealed row; nil when the class has none.
  package func name(number: UInt8) -> AttributeName? { namesByNumber[Int(number)] }

  /// The position of the index over just this attribute; nil without one.
  package func indexPosition(of name: AttributeName) -> Int? {
    indices.firstIndex { $0.attributes.count == 1 && $0.attributes[0] == name }
  }
}

/// A table of the positions of some codes, which finds each at the first look.
private struct PositionsByCode: Sendable {
  /// A code with its position in each slot. An empty slot has the position -1.
  private var slots: [(code: UInt32, position: Int)]
  private var factor: UInt32 = 0x9E37_79B1

  /// - Parameter codes: Each once. Fifty at most, so that a factor is soon found that gives each a slot of its own.
  init(_ codes: [UInt32]) {
    slots = []
    while !fill(codes) { factor = factor &* 0x0019_660D &+ 0x3C6E_F35F | 1 }
  }

  /// Gives each code a slot; false when two have the same.
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

  /// The position of a code; nil when it is none of them.
  subscript(code: UInt32) -> Int? {
    let found = slots[slot(of: code)]
    return found.code == code && found.position >= 0 ? found.position : nil
  }
}

/// Attributes whose values together find rows through one index.
package final class SearchIndex: Sendable {
  /// What stands for the index in its blind values. Never reused within a class.
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
