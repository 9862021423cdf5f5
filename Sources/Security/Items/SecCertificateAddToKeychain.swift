import Foundation

/// Stores a certificate. The function equals `SecItemAdd` with the certificate in `kSecValueRef`.
///
/// - Parameters:
///   - certificate: The certificate.
///   - keychain: The keychain; nil for the default keychain.
/// - Returns:
///   - `errSecSuccess`: The certificate was stored.
///   - `errSecDuplicateItem`: A certificate with the same issuer and serial number already exists.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - Any other status that `SecItemAdd` returns.
@discardableResult
public func SecCertificateAddToKeychain(
  _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
  let item: NSMutableDictionary = [kSecValueRef: certificate]
  if let keychain { item[kSecUseKeychain] = keychain }
  return SecItemAdd(item, nil)
}
