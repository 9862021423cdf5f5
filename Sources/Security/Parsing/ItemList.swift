import Foundation
import KeychainModel

/// Reads the arrays of `kSecMatchItemList` and `kSecUseItemList`. Their members are references, persistent references,
/// and objects such as keys.
enum ItemList {
  /// - Throws: `.parameter` unless the value is an array of references to items of one class.
  static func references(
    in value: Any, _ key: String
  ) throws(KeychainError) -> [ItemReference] {
    guard let members = value as? [Any] else {
      throw KeychainError(.parameter, "\(key) takes an array of references")
    }
    var references: [ItemReference] = []
    for member in members {
      if let reference = try ItemReference(object: member) {
        references.append(reference)
      } else if case .data(let bytes) = PropertyValue(member) {
        references.append(.item(try PersistentReference(bytes), PersistentReference.keychain(bytes)))
      } else {
        throw KeychainError(.parameter, "\(key): a member is no reference to an item")
      }
    }
    guard Set(references.map(\.itemClass)).count <= 1 else {
      throw KeychainError(.parameter, "\(key): the items are of different classes")
    }
    return references
  }
}
