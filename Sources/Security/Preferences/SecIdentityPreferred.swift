public import Foundation
import Keychain
import KeychainModel

/// Stores the user's preferred identity for a service.
///
/// The keychain stores the preference as a generic password without a secret, in the first access group of the program.
/// Preferences in other access groups do not change.
///
/// - Parameters:
///   - identity: An identity whose certificate and key are in the keychain; nil removes the preference.
///   - name: The name to which the preference applies. The name is a URL, a mail address, a host, `*.` and a domain for
///     every host in the domain, or any other text. A preference for a URL that ends with a slash applies to all URLs
///     that begin with this URL.
///   - keyUsage: The uses of the key to which the preference applies, as an array of `kSecAttrCan…` constants. Nil or
///     an empty array means all uses. Each pair of a name and a set of uses has one preference.
/// - Returns:
///   - `errSecSuccess`: The preference was stored or removed.
///   - `errSecItemNotFound`: The identity is not in the keychain, or there is no preference to remove.
///   - `errSecParam`: The name is empty, or `keyUsage` contains another member.
///   - Any other status that `SecItemAdd`, `SecItemUpdate` or `SecItemDelete` returns.
@discardableResult
public func SecIdentitySetPreferred(
  _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
  PreferenceCall.set(.identity, identity?.certificate, name) { () throws(KeychainError) in
    try PreferenceUsage(keyUsage)
  }
}

/// Finds the preferred identity for a service.
///
/// The function uses the first preference that exists in this order:
/// 1. a preference for the name itself;
/// 2. for a URL, a preference for a shorter URL that ends with a slash, the longest such URL first;
/// 3. a preference for the host of the URL;
/// 4. a preference for `*.` and a domain of the host, the longest domain first.
///
/// For the same name, a preference for exactly the required uses comes first, then a preference for more uses, and then
/// a preference for all uses.
///
/// - Parameters:
///   - name: A URL, a mail address, a host, or any other text.
///   - keyUsage: The required uses of the key, as an array of `kSecAttrCan…` constants. Nil or an empty array means any
///     use.
///   - validIssuers: X.500 names in DER. The chain of the certificate must contain an issuer with one of these names.
///     Nil or an empty array accepts any issuer.
/// - Returns: The identity. Nil if there is no preference, if the preferred identity is no longer in the keychain, if
///   this identity does not have a required issuer, or if an argument is wrong. `SecIdentityCopyPreference`
///   distinguishes these cases.
public func SecIdentityCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? {
  var identity: SecIdentity?
  _ = PreferenceCall.find(.identity, name, issuers: validIssuers, &identity) {
    () throws(KeychainError) in try PreferenceUsage(keyUsage)
  }
  return identity
}

/// Stores the user's preferred identity for a service. This function is an older form of `SecIdentitySetPreferred`.
///
/// - Parameters:
///   - identity: The identity.
///   - name: The name to which the preference applies.
///   - keyUsage: The uses of the key to which the preference applies, as a sum of `CSSM_KEYUSE` numbers: 1 encrypt, 2
///     decrypt, 4 sign, 8 verify, 16 sign with recovery, 32 verify with recovery, 64 wrap, 128 unwrap, 256 derive. 0 or
///     `0x80000000` means all uses.
/// - Returns: The same statuses as `SecIdentitySetPreferred`; `errSecParam` for other numbers.
@discardableResult
public func SecIdentitySetPreference(
  _ identity: SecIdentity, _ name: CFString, _ keyUsage: UInt32
) -> OSStatus {
  PreferenceCall.set(.identity, identity.certificate, name) { () throws(KeychainError) in
    PreferenceUsage(rawValue: keyUsage)
  }
}

/// Finds the preferred identity for a service. This function is an older form of `SecIdentityCopyPreferred`.
///
/// - Parameters:
///   - name: A URL, a mail address, a host, or any other text.
///   - keyUsage: The required uses of the key, as in `SecIdentitySetPreference`; 0 for any use.
///   - validIssuers: X.500 names in DER. Nil or an empty array accepts any issuer.
///   - identity: Receives the identity. Unchanged on failure.
/// - Returns:
///   - `errSecSuccess`: The identity was found.
///   - `errSecItemNotFound`: There is no preference, the preferred identity is no longer in the keychain, or this
///     identity does not have a required issuer.
///   - `errSecParam`: The name is empty, a number is unknown, or an issuer is not a name.
///   - Any other status that `SecItemCopyMatching` returns.
@discardableResult
public func SecIdentityCopyPreference(
  _ name: CFString, _ keyUsage: UInt32, _ validIssuers: CFArray?,
  _ identity: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  PreferenceCall.find(.identity, name, issuers: validIssuers, &identity.pointee) {
    () throws(KeychainError) in PreferenceUsage(rawValue: keyUsage)
  }
}
