import Foundation
import Keychain
package import KeychainModel

/// Finds the keychain that contains an item.
///
/// - Parameters:
///   - itemRef: A reference to the item.
///   - keychain: Receives the keychain.
/// - Returns:
///   - `errSecSuccess`: The keychain was found.
///   - `errSecInvalidItemRef`: The item no longer exists.
///   - Any other status that `SecItemCopyMatching` returns.
@discardableResult
public func SecKeychainItemCopyKeychain(
  _ itemRef: SecKeychainItem, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  keychain.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    keychain.pointee = try KeychainCall.keychain(of: [kSecValueRef: itemRef] as NSDictionary)
  }
}

extension KeychainCall {
  /// The keychain that contains the first item which a query finds.
  ///
  /// - Throws: `.invalidItemReference` when no item matches.
  package static func keychain(of query: NSDictionary) throws(KeychainError) -> SecKeychain {
    let context = try KeychainContext.resolve()
    let (request, _, options, evaluation) = try ItemRequest.search(parsing: query, as: context.caller)
    do throws(KeychainError) {
      let items = try context.perform(.search(request), options, evaluating: evaluation)
      return SecKeychain(items.first?.keychain?.path ?? .login)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      throw KeychainError(.invalidItemReference, "the item no longer exists")
    }
  }
}
