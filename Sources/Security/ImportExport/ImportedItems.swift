import Foundation
import Keychain
import KeychainModel
import KeyFormats

/// Stores what an import read, when a keychain was given: all of it or nothing. What is there already stays as
/// it is, so that a renewed certificate of an old key, or one of an authority that is known, can be imported.
enum ImportedItems {
  /// - Throws: What `SecItemAdd` comes to; `.duplicateItem` when all is there, or something else in the
  ///   place of a part of it that does not give way.
  static func store(_ content: ExternalContent) throws(KeychainError) {
    let context = try KeychainContext.resolve()
    var additions: [AddRequest] = []
    for (item, givesWay) in content.parts {
      let attributes = NSMutableDictionary()
      attributes.setObject(item.object, forKey: kSecValueRef)
      if let label = label(item.type) { attributes.setObject(label, forKey: kSecAttrLabel) }
      let (request, _, _) = try ItemRequest.add(parsing: attributes, as: context.caller)
      guard case .add(var addition) = request else {
        throw KeychainError(.unexpected, "an item was read as a list")
      }
      addition.givesWay = givesWay
      additions.append(addition)
    }
    _ = try context.keychain.perform(.addAll(additions, sparingPresent: true))
  }

  /// What macOS calls keys that come without a name. Certificates have one.
  private static func label(_ type: ExternalItemType) -> NSString? {
    switch type {
    case .privateKey: "Imported Private Key"
    case .publicKey: "Imported Public Key"
    case .sessionKey: "Imported Session Key"
    case .certificate, .aggregate, .unknown: nil
    }
  }
}
