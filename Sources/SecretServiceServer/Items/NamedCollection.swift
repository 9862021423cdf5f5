import KeychainModel

/// A collection with its name, which is the last element of its path on the bus.
struct NamedCollection {
  let name: String
  let items: any ItemCollection

  /// The items, if they are those of a keychain that the caller may see; nil for the collection `session`.
  var keychain: KeychainCollection? { items as? KeychainCollection }

  var path: String { ObjectPath.path(ofCollection: name) }
  func path(of identifier: RowIdentifier) -> String { ObjectPath.path(ofItem: identifier, in: name) }
}
