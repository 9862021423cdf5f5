public import Foundation
import Keychain
import KeychainModel

/// Remembers which certificate a person prefers for a name, to encrypt mail for it and the like.
///
/// - Parameters:
///   - certificate: The certificate, which is in the keychain; nil to prefer none any more.
///   - name: What it is for, as in `SecIdentitySetPreferred`.
///   - keyUsage: What the key is for, an array of `kSecAttrCan…`; nil or empty for everything.
/// - Returns: As `SecIdentitySetPreferred`.
@discardableResult
public func SecCertificateSetPreferred(
  _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
  PreferenceCall.set(.certificate, certificate, name) { () throws(KeychainError) in
    try PreferenceUsage(keyUsage)
  }
}

/// Finds the certificate that is preferred for a name, as `SecIdentityCopyPreferred` finds an identity.
///
/// - Parameters:
///   - name: A URL, an address for mail, a host, or any other text.
///   - keyUsage: What the key is for, an array of `kSecAttrCan…`; nil or empty when it does not matter.
/// - Returns: The certificate; nil without a preference, when what is preferred is not in the keychain any more, and
///   for wrong arguments.
public func SecCertificateCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?
) -> SecCertificate? {
  var certificate: SecCertificate?
  _ = PreferenceCall.find(.certificate, name, &certificate) { () throws(KeychainError) in
    try PreferenceUsage(keyUsage)
  }
  return certificate
}

/// Remembers which certificate a person prefers for a name: `SecCertificateSetPreferred` in its older form.
///
/// - Parameters:
///   - certificate: The certificate.
///   - name: What it is for.
///   - keyUsage: What the key is for, as in `SecIdentitySetPreference`.
///   - date: Ignored; pass nil.
/// - Returns: As `SecIdentitySetPreference`.
@discardableResult
public func SecCertificateSetPreference(
  _ certificate: SecCertificate, _ name: CFString, _ keyUsage: UInt32, _ date: CFDate?
) -> OSStatus {
  PreferenceCall.set(.certificate, certificate, name) { () throws(KeychainError) in
    PreferenceUsage(rawValue: keyUsage)
  }
}

/// Finds the certificate that is preferred for a name: `SecCertificateCopyPreferred` in its older form.
///
/// - Parameters:
///   - name: A URL, an address for mail, a host, or any other text.
///   - keyUsage: What the key is for, as in `SecIdentityCopyPreference`.
///   - certificate: Receives the certificate; left as it was without one.
/// - Returns: As `SecIdentityCopyPreference`.
@discardableResult
public func SecCertificateCopyPreference(
  _ name: CFString, _ keyUsage: UInt32, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  PreferenceCall.find(.certificate, name, &certificate.pointee) { () throws(KeychainError) in
    PreferenceUsage(rawValue: keyUsage)
  }
}
