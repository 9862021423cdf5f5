import Foundation
import Keychain
import KeychainModel

/// Stores keys that were just made: all of them or none, also when the process is killed meanwhile.
enum KeyStoring {
  /// - Throws: What `SecItemAdd` comes to.
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
        // The last one is stored with those before it.
        guard additions.count == keys.count else { continue }
        _ = try context.perform(.addAll(additions), options)
      }
    } catch {
      throw error.saying("a key cannot be added to the keychain: \(error.reason)")
    }
  }
}
