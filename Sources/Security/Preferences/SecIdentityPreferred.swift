public import Foundation
import Keychain
import KeychainModel

/// Remembers which identity a person prefers for a service.
///
/// The preference is kept in the keychain, as a generic password without a secret in the first of the program's
/// access groups; those of other groups stay as they are.
///
/// - Parameters:
///   - identity: The identity, both of whose halves are in the keychain; nil to prefer none any more.
///   - name: What it is for: a URL, which stands for all below it when it ends with a slash; an address for mail;
///     a host; `*.` and a domain for every host in it; or any other text.
///   - keyUsage: What the key is for, an array of `kSecAttrCan…`; nil or empty for everything. There is one
///     preference for each name and use.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when the identity is not in the keychain, or there is no
///   preference to remove; `errSecParam` for an empty name and for other members of `keyUsage`; otherwise as
///   `SecItemAdd`, `SecItemUpdate` and `SecItemDelete`.
@discardableResult
public func SecIdentitySetPreferred(
  _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
  PreferenceCall.set(.identity, identity?.certificate, name) { () throws(KeychainError) in
    try PreferenceUsage(keyUsage)
  }
}

/// Finds the identity that is preferred for a service.
///
/// A preference for the name itself decides; else for a URL one for a URL that ends with a slash and covers it, the
/// longest first; else one for its host; else one for `*.` and a domain that it lies in, the closest first. For one
/// name a preference for the uses asked for comes first, then one for more, then one for all.
///
/// - Parameters:
///   - name: A URL, an address for mail, a host, or any other text.
///   - keyUsage: What the key is for, an array of `kSecAttrCan…`; nil or empty when it does not matter.
///   - validIssuers: Names in DER, one of which must be an issuer on the way to the root; nil or empty for any.
/// - Returns: The identity; nil without a preference, when what is preferred is not in the keychain any more or is of
///   other issuers, and for wrong arguments. `SecIdentityCopyPreference` tells these apart.
public func SecIdentityCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? {
  var identity: SecIdentity?
  _ = PreferenceCall.find(.identity, name, issuers: validIssuers, &identity) {
    () throws(KeychainError) in try PreferenceUsage(keyUsage)
  }
  return identity
}

/// Remembers which identity a person prefers for a service: `SecIdentitySetPreferred` in its older form.
///
/// - Parameters:
///   - identity: The identity.
///   - name: What it is for.
///   - keyUsage: What the key is for, a sum of `CSSM_KEYUSE` numbers: 1 encrypt, 2 decrypt, 4 sign, 8 verify, 16 and 32
///     the same with recovery, 64 wrap, 128 unwrap, 256 derive; 0 or `0x80000000` for everything.
/// - Returns: As `SecIdentitySetPreferred`; `errSecParam` for other numbers.
@discardableResult
public func SecIdentitySetPreference(
  _ identity: SecIdentity, _ name: CFString, _ keyUsage: UInt32
) -> OSStatus {
  PreferenceCall.set(.identity, identity.certificate, name) { () throws(KeychainError) in
    PreferenceUsage(rawValue: keyUsage)
  }
}

/// Finds the identity that is preferred for a service: `SecIdentityCopyPreferred` in its older form.
///
/// - Parameters:
///   - name: A URL, an address for mail, a host, or any other text.
///   - keyUsage: What the key is for, as in `SecIdentitySetPreference`; 0 when it does not matter.
///   - validIssuers: Names in DER; nil or empty for any.
///   - identity: Receives the identity; left as it was without one.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` without a preference, or when what is preferred is not in the
///   keychain any more or is of other issuers; `errSecParam` for an empty name, other numbers and issuers that are no
///   names; otherwise as `SecItemCopyMatching`.
@discardableResult
public func SecIdentityCopyPreference(
  _ name: CFString, _ keyUsage: UInt32, _ validIssuers: CFArray?,
  _ identity: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  PreferenceCall.find(.identity, name, issuers: validIssuers, &identity.pointee) {
    () throws(KeychainError) in PreferenceUsage(rawValue: keyUsage)
  }
}
