import Keychain
import KeychainModel

/// A collection with its name, which is the last element of its path on the bus.
struct NamedCollection {
  let name: String
  /// The keychain of the items; nil for the collection `session`.
  let keychain: KeychainPath?
  let items: any ItemCollection

  var path: String { ObjectPath.path(ofCollection: name) }
  func path(of identifier: RowIdentifier) -> String { ObjectPath.path(ofItem: identifier, in: name) }
}
