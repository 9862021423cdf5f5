public import Foundation
import Keychain
import KeychainModel

/// Stores the user's preferred certificate for a name, for example for encrypting mail to an address.
///
/// - Parameters:
///   - certificate: A certificate in the keychain; nil removes the preference.
///   - name: The name to which the preference applies, as in `SecIdentitySetPreferred`.
///   - keyUsage: The uses of the key to which the preference applies, as an array of `kSecAttrCan…` constants. Nil or
///     an empty array means all uses.
/// - Returns: The same statuses as `SecIdentitySetPreferred`.
@discardableResult
public func SecCertificateSetPreferred(
  _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
  PreferenceCall.set(.certificate, certificate, name) { () throws(KeychainError) in
    try PreferenceUsage(keyUsage)
  }
}

/// Finds the preferred certificate for a name. `SecIdentityCopyPreferred` describes the search.
///
/// - Parameters:
///   - name: A URL, a mail address, a host, or any other text.
///   - keyUsage: The required uses of the key, as an array of `kSecAttrCan…` constants. Nil or an empty array means any
///     use.
/// - Returns: The certificate; nil if there is no preference, if the preferred certificate is no longer in the
///   keychain, or if an argument is wrong.
public func SecCertificateCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?
) -> SecCertificate? {
  var certificate: SecCertificate?
  _ = PreferenceCall.find(.certificate, name, &certificate) { () throws(KeychainError) in
    try PreferenceUsage(keyUsage)
  }
  return certificate
}

/// Stores the user's preferred certificate for a name. This function is an older form of `SecCertificateSetPreferred`.
///
/// - Parameters:
///   - certificate: The certificate.
///   - name: The name to which the preference applies.
///   - keyUsage: The uses of the key to which the preference applies, as in `SecIdentitySetPreference`.
///   - date: Ignored; pass nil.
/// - Returns: The same statuses as `SecIdentitySetPreference`.
@discardableResult
public func SecCertificateSetPreference(
  _ certificate: SecCertificate, _ name: CFString, _ keyUsage: UInt32, _ date: CFDate?
) -> OSStatus {
  PreferenceCall.set(.certificate, certificate, name) { () throws(KeychainError) in
    PreferenceUsage(rawValue: keyUsage)
  }
}

/// Finds the preferred certificate for a name. This function is an older form of `SecCertificateCopyPreferred`.
///
/// - Parameters:
///   - name: A URL, a mail address, a host, or any other text.
///   - keyUsage: The required uses of the key, as in `SecIdentityCopyPreference`.
///   - certificate: Receives the certificate. Unchanged on failure.
/// - Returns: The same statuses as `SecIdentityCopyPreference`.
@discardableResult
public func SecCertificateCopyPreference(
  _ name: CFString, _ keyUsage: UInt32, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  PreferenceCall.find(.certificate, name, &certificate.pointee) { () throws(KeychainError) in
    PreferenceUsage(rawValue: keyUsage)
  }
}
