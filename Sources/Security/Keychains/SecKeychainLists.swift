public import Foundation
import Keychain
import KeychainModel

/// Finds the default keychain, to which new items go.
///
/// - Returns:
///   - `errSecSuccess`: The keychain was found.
///   - `errSecNoDefaultKeychain`: There is no default keychain, for example because it was deleted.
///   - `errSecNotAvailable`: The preferences are damaged.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
  SecKeychainCopyDomainDefault(KeychainPreferenceDomain.current, keychain)
}

/// Sets the default keychain.
///
/// - Returns:
///   - `errSecSuccess`: The keychain was set.
///   - `errSecParam`: No keychain was given.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - `errSecWrPerm`: The program cannot write to the keychain, or may not change the preferences.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
  SecKeychainSetDomainDefault(KeychainPreferenceDomain.current, keychain)
}

/// Finds the default keychain of a domain.
///
/// - Returns: The statuses of `SecKeychainCopyDefault`.
@discardableResult
public func SecKeychainCopyDomainDefault(
  _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  keychain.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    guard let path = try KeychainCall.list().domains.defaultKeychain(of: domain.keychainDomain) else {
      throw KeychainSearchList.noDefault
    }
    keychain.pointee = SecKeychain(path)
  }
}

/// Sets the default keychain of a domain.
///
/// - Returns: The statuses of `SecKeychainSetDefault`; `errSecParam` for the dynamic domain.
@discardableResult
public func SecKeychainSetDomainDefault(
  _ domain: SecPreferencesDomain, _ keychain: SecKeychain?
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    guard let keychain else { throw KeychainError(.parameter, "no keychain was given") }
    try KeychainCall.requireWritable(keychain.path)
    try KeychainCall.list().domains.setDefault(keychain.path, of: domain.keychainDomain)
  }
}

/// Finds the keychains that a search reads, in order.
///
/// - Parameter searchList: Receives an array of `SecKeychain`.
/// - Returns: `errSecSuccess`; `errSecNotAvailable` if the preferences are damaged.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  searchList.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    let domains = try KeychainCall.list().domains
    let own = try domains.list(of: KeychainPreferenceDomain.current.keychainDomain)
    let common = try domains.list(of: .common).filter { !own.contains($0) }
    searchList.pointee = (own + common).map { SecKeychain($0) } as NSArray
  }
}

/// Sets the keychains that a search reads, in order. The keychains need not exist. Keychains of the common domain are
/// left out, because they are searched anyway.
///
/// - Parameter searchList: An array of `SecKeychain`.
/// - Returns:
///   - `errSecSuccess`: The list was set.
///   - `errSecParam`: A member is not a keychain.
///   - `errSecWrPerm`: The program may not change the preferences.
///   - `errSecNotAvailable`: The present preferences are damaged. They are not replaced.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus {
  SecKeychainSetDomainSearchList(KeychainPreferenceDomain.current, searchList)
}

/// Finds the search list of a domain.
///
/// - Returns: The statuses of `SecKeychainCopySearchList`.
@discardableResult
public func SecKeychainCopyDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  searchList.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    let list = try KeychainCall.list().domains.list(of: domain.keychainDomain)
    searchList.pointee = list.map { SecKeychain($0) } as NSArray
  }
}

/// Sets the search list of a domain.
///
/// - Returns: The statuses of `SecKeychainSetSearchList`; `errSecParam` for the dynamic domain.
@discardableResult
public func SecKeychainSetDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: CFArray
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    try ArgumentChecks.check(searchList)
    let paths = try SecKeychain.paths(in: searchList, "the search list")
    try KeychainCall.list().domains.set(paths, of: domain.keychainDomain)
  }
}

/// Sets the domain that the functions without an argument for the domain use in this process.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
  KeychainPreferenceDomain.current = domain
  return errSecSuccess
}

/// Finds the domain that the functions without an argument for the domain use in this process.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<SecPreferencesDomain>) -> OSStatus {
  domain.pointee = KeychainPreferenceDomain.current
  return errSecSuccess
}

/// Stores the domain of this process. Initially, the domain is that of the user.
enum KeychainPreferenceDomain {
  private static let domain = ForkSafeMutex(SecPreferencesDomain.user)

  static var current: SecPreferencesDomain {
    get { domain.withLock { $0 } }
    set { domain.withLock { $0 = newValue } }
  }
}

extension SecPreferencesDomain {
  var keychainDomain: KeychainDomain {
    switch self {
    case .user: .user
    case .system: .system
    case .common: .common
    case .dynamic: .dynamic
    }
  }
}
