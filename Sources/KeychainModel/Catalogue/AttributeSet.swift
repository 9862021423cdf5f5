/// Attributes and their values: a small dictionary that keeps the order of insertion.
///
/// Items have about a dozen attributes; at that size comparing names one after another is faster
/// than hashing them.
package struct AttributeSet: Sendable {
  package private(set) var entries: [(name: AttributeName, value: AttributeValue)] = []

  package init() {}

  package init(_ entries: KeyValuePairs<AttributeName, AttributeValue>) {
    self.entries = entries.map { ($0.key, $0.value) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  package var names: [AttributeName] { entries.map(\.name) }

  /// The value of an attribute; nil when it is absent. Setting nil removes it.
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
  /// Equal when the same attributes have the same values, in whatever order.
  package static func == (left: Self, right: Self) -> Bool {
    left.entries.count == right.entries.count
      && left.entries.allSatisfy { right[$0.name] == $0.value }
  }
}
