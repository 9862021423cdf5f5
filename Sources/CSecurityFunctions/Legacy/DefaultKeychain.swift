import Foundation
import Security

// Functions that select the default keychain and the search list. Only one keychain exists.

/// The C function `SecKeychainCopyDefault`.
@_cdecl("SecKeychainCopyDefault")
public func secKeychainCopyDefault(
  _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let keychain else { return errSecParam }
  keychain.pointee = CCall.run { Box.make(SecKeychain.standard) }
  return errSecSuccess
}

/// The C function `SecKeychainSetDefault`.
@_cdecl("SecKeychainSetDefault")
public func secKeychainSetDefault(_ keychain: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard keychain != nil else { return errSecParam }
    return KeychainArgument.refusal(keychain) ?? errSecSuccess
  }
}

/// The C function `SecKeychainCopyDomainDefault`.
@_cdecl("SecKeychainCopyDomainDefault")
public func secKeychainCopyDomainDefault(
  _ domain: Int32, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  guard (0...3).contains(domain) else { return errSecParam }
  guard domain == 0 else { return errSecNoDefaultKeychain }
  return secKeychainCopyDefault(keychain)
}

/// The C function `SecKeychainCopySearchList`.
@_cdecl("SecKeychainCopySearchList")
public func secKeychainCopySearchList(_ list: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int32 {
  guard let list else { return errSecParam }
  list.pointee = CCall.run { CFOutput.object(NSArray(object: SecKeychain.standard)) }
  return errSecSuccess
}

/// The C function `SecKeychainSetSearchList`.
@_cdecl("SecKeychainSetSearchList")
public func secKeychainSetSearchList(_ list: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard let keychains = CFInput.array(list), keychains.count > 0 else { return errSecParam }
    for index in 0..<keychains.count {
      guard let keychain = keychains.object(at: index) as? SecKeychain else { return errSecParam }
      if keychain.isMissing { return errSecNoSuchKeychain }
    }
    return errSecSuccess
  }
}
