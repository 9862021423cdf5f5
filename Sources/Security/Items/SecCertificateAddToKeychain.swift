import Foundation

/// Stores a certificate. The function equals `SecItemAdd` with the certificate in `kSecValueRef`.
///
/// - Parameters:
///   - certificate: The certificate.
///   - keychain: The keychain. Nil also selects the keychain.
/// - Returns:
///   - `errSecSuccess`: The certificate was stored.
///   - `errSecDuplicateItem`: A certificate with the same issuer and serial number already exists.
///   - `errSecParam`: The keychain does not exist.
///   - Any other status that `SecItemAdd` returns.
@discardableResult
public func SecCertificateAddToKeychain(
  _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
  guard keychain?.isMissing != true else { return ErrorBoundary.status { errSecParam } }
  return SecItemAdd([kSecValueRef: certificate] as NSDictionary, nil)
}
