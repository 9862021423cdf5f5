import Foundation
import Keychain
import KeychainModel

/// Stores generated keys. Stores all of them or none, even if the process is killed during the call.
enum KeyStoring {
  /// - Throws: The errors of `SecItemAdd`.
  static func store(
    _ keys: [(key: SecKey, attributes: NSMutableDictionary)]
  ) throws(KeychainError) {
    do throws(KeychainError) {
      let context = try KeychainContext.resolve()
      var additions: [AddRequest] = []
      for (key, attributes) in keys {
        attributes.setObject(key, forKey: kSecValueRef)
        let (request, _, options) = try ItemRequest.add(parsing: attributes, as: context.caller)
        guard case .add(let addition) = request else {
          throw KeychainError(.parameter, "kSecUseItemList does not go with a new key")
        }
        additions.append(addition)
        // The request for the last key stores all keys in one transaction.
        guard additions.count == keys.count else { continue }
        _ = try context.perform(.addAll(additions), options)
      }
    } catch {
      throw error.withReason("a key cannot be added to the keychain: \(error.reason)")
    }
  }
}
