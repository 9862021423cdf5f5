public import Foundation
package import Keychain
package import KeychainModel

/// A reference to a password item. The reference is valid only in this process.
///
/// `SecItemCopyMatching` and `SecItemAdd` return such a reference for `kSecReturnRef`. `kSecValueRef`,
/// `kSecMatchItemList` and `kSecUseItemList` accept such a reference. References to the same item are equal. A
/// reference stays valid when the item is updated. After the item is deleted, a search by the reference returns
/// `errSecItemNotFound`. For a reference that stays valid after the end of the process, use `kSecReturnPersistentRef`.
public final class SecKeychainItem: NSObject, @unchecked Sendable {
  // `@unchecked Sendable` is safe: all properties are constants of Sendable types.
  package let itemClass: ItemClass
  package let identifier: RowIdentifier
  /// The keychain of the item; nil for the login keychain.
  package let keychain: ItemKeychain?

  package init(_ itemClass: ItemClass, _ identifier: RowIdentifier, in keychain: ItemKeychain? = nil) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.keychain = keychain
  }

  /// Returns whether `object` refers to the same item.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecKeychainItem else { return false }
    return itemClass == other.itemClass && identifier == other.identifier
      && keychain?.vaultID == other.keychain?.vaultID
  }

  /// Equal references have equal hashes.
  public override var hash: Int { identifier.hashValue }

  /// Describes the reference by the class and the identifier of the item. The text contains no data of the item.
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
