import Foundation
import KeychainModel

/// What may stand for an item in a dictionary: a reference, persistent or not, or an object that items
/// hold.
enum ItemReference {
  case item(PersistentReference)
  case object(any ReferencedObject)

  /// Reads an object; nil for one that stands for no item.
  ///
  /// - Throws: What reading a key or a certificate throws.
  init?(object: Any) throws(KeychainError) {
    switch object {
    case let item as SecKeychainItem: self = .item(item.reference)
    case let key as SecKey: self = .object(try KeyReference(key))
    case let certificate as SecCertificate:
      self = .object(try CertificateReference(certificate.certificate))
    case let identity as SecIdentity: self = .object(try IdentityReference(identity))
    default: return nil
    }
  }

  /// The one item that it names; nil for an object, which may lie in several.
  var item: PersistentReference? {
    switch self {
    case .item(let reference): reference
    case .object: nil
    }
  }

  /// The object that names items by what it says of itself.
  var object: (any ReferencedObject)? {
    switch self {
    case .item: nil
    case .object(let object): object
    }
  }

  var itemClass: ItemClass {
    switch self {
    case .item(let reference): reference.itemClass
    case .object(let object): object.itemClass
    }
  }
}
