import Foundation

/// Stores a certificate: `SecItemAdd` with the certificate as `kSecValueRef`.
///
/// - Parameters:
///   - certificate: The certificate.
///   - keychain: The keychain; nil for the same.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` when a certificate of the same issuer and serial number is
///   there; `errSecParam` for another keychain than the one there is; otherwise as `SecItemAdd`.
@discardableResult
public func SecCertificateAddToKeychain(
  _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
  guard keychain?.isMissing != true else { return KeyCall.status { errSecParam } }
  return SecItemAdd([kSecValueRef: certificate] as NSDictionary, nil)
}
