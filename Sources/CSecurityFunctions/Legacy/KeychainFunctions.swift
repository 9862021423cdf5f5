import Foundation
import Keychain
import KeychainModel
import Security

/// The C function `SecKeychainGetTypeID`.
@_cdecl("SecKeychainGetTypeID")
public func secKeychainGetTypeID() -> UInt { Box.typeIdentifier(.keychain) }

/// The C function `SecKeychainGetVersion`.
@_cdecl("SecKeychainGetVersion")
public func secKeychainGetVersion(_ version: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let version else { return errSecParam }
  version.pointee = 0x0202_8000
  return errSecSuccess
}

/// The C function `SecKeychainOpen`.
@_cdecl("SecKeychainOpen")
public func secKeychainOpen(
  _ path: UnsafePointer<CChar>?, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let path, let keychain else { return errSecParam }
  keychain.pointee = nil
  return CCall.run { CFOutput.give(keychain) { SecKeychainOpen(path, &$0) } }
}

/// The C function `SecKeychainCreate`.
@_cdecl("SecKeychainCreate")
public func secKeychainCreate(
  _ path: UnsafePointer<CChar>?, _ length: UInt32, _ password: UnsafeRawPointer?, _ asks: UInt8,
  _ access: UnsafeRawPointer?, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  return CCall.run {
    guard let path else { return errSecParam }
    var made: SecKeychain?
    let status = SecKeychainCreate(path, length, password, asks != 0, nil, &made)
    keychain?.pointee = Box.make(made)
    return status
  }
}

/// The C function `SecKeychainDelete`. Deletes all keychains of an array, and returns the status of the first failure.
@_cdecl("SecKeychainDelete")
public func secKeychainDelete(_ keychainOrArray: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    switch KeychainArgument.selection(keychainOrArray) {
    case .standard, .refused: return errSecInvalidKeychain
    case .keychains(let keychains):
      let statuses = keychains.map { SecKeychainDelete($0) }
      return statuses.first { $0 != errSecSuccess } ?? errSecSuccess
    }
  }
}

/// The C function `SecKeychainGetPath`.
@_cdecl("SecKeychainGetPath")
public func secKeychainGetPath(
  _ keychain: UnsafeRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
  _ path: UnsafeMutablePointer<CChar>?
) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    guard let length, let path else { return errSecParam }
    return SecKeychainGetPath(keychain, length, path)
  }
}

// The C functions for the default keychain and for the search list.

/// The C function `SecKeychainCopyDefault`.
@_cdecl("SecKeychainCopyDefault")
public func secKeychainCopyDefault(
  _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  return CCall.run { CFOutput.give(keychain) { SecKeychainCopyDefault(&$0) } }
}

/// The C function `SecKeychainSetDefault`.
@_cdecl("SecKeychainSetDefault")
public func secKeychainSetDefault(_ keychain: UnsafeRawPointer?) -> Int32 {
  KeychainArgument.use(keychain) { SecKeychainSetDefault($0) }
}

/// The C function `SecKeychainCopyDomainDefault`.
@_cdecl("SecKeychainCopyDomainDefault")
public func secKeychainCopyDomainDefault(
  _ domain: Int32, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  return CCall.run {
    guard let domain = SecPreferencesDomain(rawValue: domain) else { return errSecParam }
    return CFOutput.give(keychain) { SecKeychainCopyDomainDefault(domain, &$0) }
  }
}

/// The C function `SecKeychainSetDomainDefault`.
@_cdecl("SecKeychainSetDomainDefault")
public func secKeychainSetDomainDefault(_ domain: Int32, _ keychain: UnsafeRawPointer?) -> Int32 {
  KeychainArgument.use(keychain) { keychain in
    guard let domain = SecPreferencesDomain(rawValue: domain) else { return errSecParam }
    return SecKeychainSetDomainDefault(domain, keychain)
  }
}

/// The C function `SecKeychainCopySearchList`.
@_cdecl("SecKeychainCopySearchList")
public func secKeychainCopySearchList(_ list: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int32 {
  list?.pointee = nil
  return CCall.run { CFOutput.give(list) { SecKeychainCopySearchList(&$0) } }
}

/// The C function `SecKeychainSetSearchList`.
@_cdecl("SecKeychainSetSearchList")
public func secKeychainSetSearchList(_ list: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard let keychains = CFInput.array(list) else { return errSecParam }
    return SecKeychainSetSearchList(keychains)
  }
}

/// The C function `SecKeychainCopyDomainSearchList`.
@_cdecl("SecKeychainCopyDomainSearchList")
public func secKeychainCopyDomainSearchList(
  _ domain: Int32, _ list: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  list?.pointee = nil
  return CCall.run {
    guard let domain = SecPreferencesDomain(rawValue: domain) else { return errSecParam }
    return CFOutput.give(list) { SecKeychainCopyDomainSearchList(domain, &$0) }
  }
}

/// The C function `SecKeychainSetDomainSearchList`.
@_cdecl("SecKeychainSetDomainSearchList")
public func secKeychainSetDomainSearchList(_ domain: Int32, _ list: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard let domain = SecPreferencesDomain(rawValue: domain), let keychains = CFInput.array(list) else {
      return errSecParam
    }
    return SecKeychainSetDomainSearchList(domain, keychains)
  }
}

/// The C function `SecKeychainSetPreferenceDomain`.
@_cdecl("SecKeychainSetPreferenceDomain")
public func secKeychainSetPreferenceDomain(_ domain: Int32) -> Int32 {
  guard let domain = SecPreferencesDomain(rawValue: domain) else { return errSecParam }
  return SecKeychainSetPreferenceDomain(domain)
}

/// The C function `SecKeychainGetPreferenceDomain`.
@_cdecl("SecKeychainGetPreferenceDomain")
public func secKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<Int32>?) -> Int32 {
  guard let domain else { return errSecParam }
  var current = SecPreferencesDomain.user
  let status = SecKeychainGetPreferenceDomain(&current)
  domain.pointee = current.rawValue
  return status
}
