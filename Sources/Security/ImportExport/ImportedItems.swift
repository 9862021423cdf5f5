import Foundation
import Keychain
import KeychainModel
import KeyFormats

/// Stores the items that an import read, if the caller gave a keychain. Stores all of them or none. Items that already
/// exist stay unchanged. So a program can import a renewed certificate for an existing key, or a certificate of an
/// authority that is already stored.
enum ImportedItems {
  /// - Throws: The errors of `SecItemAdd`. `.duplicateItem` if all items already exist, or if another item has the
  ///   place of one that may not be skipped.
  static func store(_ content: ExternalContent) throws(KeychainError) {
    let context = try KeychainContext.resolve()
    var additions: [AddRequest] = []
    for (item, acceptsConflicting) in content.parts {
      let attributes = NSMutableDictionary()
      attributes.setObject(item.object, forKey: kSecValueRef)
      if let label = label(item.type) { attributes.setObject(label, forKey: kSecAttrLabel) }
      let (request, _, _) = try ItemRequest.add(parsing: attributes, as: context.caller)
      guard case .add(var addition) = request else {
        throw KeychainError(.unexpected, "an item was read as a list")
      }
      addition.acceptsConflicting = acceptsConflicting
      additions.append(addition)
    }
    _ = try context.keychain.perform(.addAll(additions, sparingPresent: true))
  }

  /// The label that macOS gives an imported key without a name; nil for certificates, which have names.
  private static func label(_ type: ExternalItemType) -> NSString? {
    switch type {
    case .privateKey: "Imported Private Key"
    case .publicKey: "Imported Public Key"
    case .sessionKey: "Imported Session Key"
    case .certificate, .aggregate, .unknown: nil
    }
  }
}
