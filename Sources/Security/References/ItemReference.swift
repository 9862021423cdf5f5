import Foundation
import KeychainModel

/// What may stand for an item in a dictionary: a reference, persistent or not, or a key.
enum ItemReference {
  case item(PersistentReference)
  case key(KeyReference)

  /// Reads an object; nil for one that stands for no item.
  ///
  /// - Throws: What reading a key throws.
  init?(object: Any) throws(KeychainError) {
    switch object {
    case let item as SecKeychainItem: self = .item(item.reference)
    case let key as SecKey: self = .key(try KeyReference(key))
    default: return nil
    }
  }

  /// The one item that it names; nil for a key, which may lie in several.
  var item: PersistentReference? {
    switch self {
    case .item(let reference): reference
    case .key: nil
    }
  }

  /// The key that names items by what it says of itself.
  var key: KeyReference? {
    switch self {
    case .item: nil
    case .key(let key): key
    }
  }

  var itemClass: ItemClass {
    switch self {
    case .item(let reference): reference.itemClass
    case .key: .key
    }
  }
}
