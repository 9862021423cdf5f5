/// Attributes and their values: a small dictionary that keeps the order of insertion.
///
/// An item has about a dozen attributes. For so few attributes, a linear search is faster than hashing.
package struct AttributeSet: Sendable {
  package private(set) var entries: [(name: AttributeName, value: AttributeValue)] = []

  package init() {}

  package init(_ entries: KeyValuePairs<AttributeName, AttributeValue>) {
    self.entries = entries.map { ($0.key, $0.value) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  package var names: [AttributeName] { entries.map(\.name) }

  /// The value of an attribute; nil if the set does not have the attribute. Setting nil removes the attribute.
  package subscript(_ name: AttributeName) -> AttributeValue? {
    get { entries.first { $0.name == name }?.value }
    set {
      if let position = entries.firstIndex(where: { $0.name == name }) {
        if let newValue {
          entries[position].value = newValue
        } else {
          entries.remove(at: position)
        }
      } else if let newValue {
        entries.append((name, newValue))
      }
    }
  }

  /// Adds an attribute that the set does not have yet.
  package mutating func append(_ name: AttributeName, _ value: AttributeValue) {
    entries.append((name, value))
  }

  package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }
}

extension AttributeSet: Equatable {
  /// Whether both sets have the same attributes with the same values, in any order.
  package static func == (left: Self, right: Self) -> Bool {
    left.entries.count == right.entries.count
      && left.entries.allSatisfy { right[$0.name] == $0.value }
  }
}
