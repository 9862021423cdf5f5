public import Foundation
package import KeychainModel

/// A reference to a password item. It is valid only in this process.
///
/// `SecItemCopyMatching` and `SecItemAdd` return one for `kSecReturnRef`. `kSecValueRef`, `kSecMatchItemList` and
/// `kSecUseItemList` accept it. References to the same item are equal. A reference stays valid when the item is
/// updated. After the item is deleted, a search by the reference returns `errSecItemNotFound`. To keep a reference
/// longer than the process, ask for `kSecReturnPersistentRef`.
public final class SecKeychainItem: NSObject, @unchecked Sendable {
  // Sendable: both properties are immutable values.
  package let itemClass: ItemClass
  package let identifier: RowIdentifier

  package init(_ itemClass: ItemClass, _ identifier: RowIdentifier) {
    self.itemClass = itemClass
    self.identifier = identifier
  }

  /// Returns whether `object` refers to the same item.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecKeychainItem else { return false }
    return itemClass == other.itemClass && identifier == other.identifier
  }

  /// Equal references have equal hashes.
  public override var hash: Int { identifier.hashValue }

  /// The class and the identifier of the item. It contains no data of the item.
  public override var description: String {
    "<SecKeychainItemRef: \(itemClass.rawValue) \(identifier)>"
  }

  var reference: PersistentReference { .item(itemClass, identifier) }
}

extension SecKeychainItem: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .keychainItem }
}

/// Returns the type number of references to password items, as returned by `CFGetTypeID`.
public func SecKeychainItemGetTypeID() -> CFTypeID {
  SecKeychainItem.typeIdentifier.rawValue
}
