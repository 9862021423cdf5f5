import Foundation
import Keychain
import KeychainModel

/// A reference in a dictionary. The case `item` is a reference or a persistent reference to one item. The case `object`
/// is an object that several items may contain.
enum ItemReference {
  /// The second value is the identifier of the item's keychain; nil for the login keychain.
  case item(PersistentReference, RowIdentifier?)
  case object(any ReferencedObject)

  /// Reads an object. Returns nil if the object is not a reference.
  ///
  /// - Throws: An error if a key or a certificate cannot be read.
  init?(object: Any) throws(KeychainError) {
    switch object {
    case let item as SecKeychainItem: self = .item(item.reference, item.keychain?.vaultID)
    case let key as SecKey: self = .object(try KeyReference(key))
    case let certificate as SecCertificate:
      self = .object(try CertificateReference(certificate.certificate))
    case let identity as SecIdentity: self = .object(try IdentityReference(identity))
    default: return nil
    }
  }

  /// The item that the reference names. Nil for an object, because several items may contain the object.
  var item: PersistentReference? {
    switch self {
    case .item(let reference, _): reference
    case .object: nil
    }
  }

  /// The item as a member of a list of items; nil for an object.
  var listed: ListedItem? {
    guard case .item(let reference, let vaultID) = self else { return nil }
    return vaultID.map { .elsewhere(reference, $0) } ?? .reference(reference)
  }

  /// The object whose attributes select the items; nil for a reference to one item.
  var object: (any ReferencedObject)? {
    switch self {
    case .item: nil
    case .object(let object): object
    }
  }

  var itemClass: ItemClass {
    switch self {
    case .item(let reference, _): reference.itemClass
    case .object(let object): object.itemClass
    }
  }
}

/// The function to which the caller passed a dictionary.
enum Operation {
  case add
  case search
  case update
  case delete

  /// Whether the operation changes or removes existing items.
  var changesItems: Bool { self == .update || self == .delete }
}
