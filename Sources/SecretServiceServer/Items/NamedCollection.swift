import KeychainModel

/// A collection with its name, which is the last element of its path on the bus.
struct NamedCollection {
  let name: String
  let items: any ItemCollection
  let path: String

  init(name: String, items: any ItemCollection) {
    self.name = name
    self.items = items
    path = ObjectPath.path(ofCollection: name)
  }

  /// The items of the keychain; nil for the collection `session`, and for an `UndecidedCollection`.
  var keychain: KeychainCollection? { items as? KeychainCollection }

  func path(of identifier: RowIdentifier) -> String { ObjectPath.path(ofItem: identifier, in: path) }
}
