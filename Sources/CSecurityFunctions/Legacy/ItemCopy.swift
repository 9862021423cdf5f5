import Foundation
import Security

/// The C function `SecKeychainItemCreateCopy`. It always fails: there is no other keychain, and the one keychain
/// already contains the item.
@_cdecl("SecKeychainItemCreateCopy")
public func secKeychainItemCreateCopy(
  _ item: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?, _ access: UnsafeRawPointer?,
  _ copy: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  CCall.run {
    guard let query = ItemArgument.query(item), copy != nil,
      access == nil || Box.object(access, as: LegacyAccess.self) != nil
    else { return errSecParam }
    if let refusal = KeychainArgument.refusal(keychain) { return refusal }
    let status = ItemArgument.status(SecItemCopyMatching(query, nil))
    return status == errSecSuccess ? errSecDuplicateItem : status
  }
}
