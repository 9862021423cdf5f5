public import Foundation
package import KeychainModel

/// A reference to a password item, valid in the process that got it.
///
/// `SecItemCopyMatching` and `SecItemAdd` return one for `kSecReturnRef`; it is accepted in
/// `kSecValueRef`, `kSecMatchItemList` and `kSecUseItemList`. References to the same item are
/// equal. It stays valid over updates of the item; after the item is deleted it finds nothing
/// (`errSecItemNotFound`). To keep a reference longer, ask for `kSecReturnPersistentRef`.
public final class SecKeychainItem: NSObject, @unchecked Sendable {
  // Sendable: both properties are immutable values.
  package let itemClass: ItemClass
  package let identifier: RowIdentifier

  package init(_ itemClass: ItemClass, _ identifier: RowIdentifier) {
    self.itemClass = itemClass
    self.identifier = identifier
  }

  /// Whether `object` refers to the same item.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecKeychainItem else { return false }
    return itemClass == other.itemClass && identifier == other.identifier
  }

  /// Equal references have equal hashes.
  public override var hash: Int { identifier.hashValue }

  /// The class and the identifier of the item; never anything that it stores.
  public override var description: String {
    "<SecKeychainItemRef: \(itemClass.rawValue) \(identifier)>"
  }

  var reference: PersistentReference { .item(itemClass, identifier) }
}

extension SecKeychainItem: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .keychainItem }
}

/// Returns the type number of references to password items, as `CFGetTypeID` gives it.
public func SecKeychainItemGetTypeID() -> CFTypeID {
  SecKeychainItem.typeIdentifier.rawValue
}
