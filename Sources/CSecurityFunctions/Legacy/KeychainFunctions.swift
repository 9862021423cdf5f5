import Foundation
import Keychain
import KeychainCrypto
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
  return CCall.run {
    KeychainArgument.status { () throws(KeychainError) in
      keychain.pointee = Box.make(try KeychainArgument.named(String(cString: path)))
      return errSecSuccess
    }
  }
}

/// The C function `SecKeychainCreate`.
@_cdecl("SecKeychainCreate")
public func secKeychainCreate(
  _ path: UnsafePointer<CChar>?, _ length: UInt32, _ password: UnsafeRawPointer?, _ asks: UInt8,
  _ access: UnsafeRawPointer?, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  return CCall.run {
    guard let path, length == 0 || password != nil else { return errSecParam }
    let bytes = UnsafeRawBufferPointer(start: password, count: Int(length))
    return KeychainArgument.status { () throws(KeychainError) in
      let named = try KeychainArgument.named(String(cString: path))
      guard !named.isMissing, asks == 0 else { return errSecUnimplemented }
      let client = try KeychainContext.resolve().keychain
      guard try !client.isPresent() else { return errSecDuplicateKeychain }
      // The passcode is checked before a keychain is created, so that an invalid passcode creates no keychain.
      let passcode = bytes.isEmpty ? nil : try Passcode(bytes)
      try client.open()
      if let passcode { _ = try client.setPasscode(passcode) }
      keychain?.pointee = Box.make(named)
      return errSecSuccess
    }
  }
}

/// The C function `SecKeychainDelete`.
@_cdecl("SecKeychainDelete")
public func secKeychainDelete(_ keychain: UnsafeRawPointer?) -> Int32 {
  CCall.run { KeychainArgument.refusal(keychain) ?? errSecUnimplemented }
}

/// The C function `SecKeychainGetPath`.
@_cdecl("SecKeychainGetPath")
public func secKeychainGetPath(
  _ keychain: UnsafeRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
  _ path: UnsafeMutablePointer<CChar>?
) -> Int32 {
  CCall.run {
    guard let length, let path else { return errSecParam }
    let handle = Box.object(keychain, as: SecKeychain.self)
    guard keychain == nil || handle != nil else { return errSecInvalidKeychain }
    return KeychainArgument.status { () throws(KeychainError) in
      let missing = handle?.missingPath
      let text = if let missing { missing } else { try StoreLocation.standard().databasePath }
      let bytes = text.utf8CString
      guard bytes.count <= length.pointee else { return errSecBufferTooSmall }
      for (index, byte) in bytes.enumerated() { path[index] = byte }
      length.pointee = UInt32(bytes.count - 1)
      return errSecSuccess
    }
  }
}

// The C functions for the default keychain and for the search list. Only one keychain exists.

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
