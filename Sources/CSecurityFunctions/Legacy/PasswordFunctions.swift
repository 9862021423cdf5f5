import CSecurity
import Foundation
import KeychainModel
import Security

/// The C function `SecKeychainAddGenericPassword`.
@_cdecl("SecKeychainAddGenericPassword")
public func secKeychainAddGenericPassword(
  _ keychain: UnsafeRawPointer?, _ serviceLength: UInt32, _ service: UnsafeRawPointer?,
  _ accountLength: UInt32, _ account: UnsafeRawPointer?, _ length: UInt32,
  _ password: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  let name = genericName(service, serviceLength, account, accountLength)
  return LegacyPasswords.add(
    keychain, kSecClassGenericPassword, name, label: kSecAttrService, length, password, itemRef)
}

/// The C function `SecKeychainFindGenericPassword`.
@_cdecl("SecKeychainFindGenericPassword")
public func secKeychainFindGenericPassword(
  _ keychains: UnsafeRawPointer?, _ serviceLength: UInt32, _ service: UnsafeRawPointer?,
  _ accountLength: UInt32, _ account: UnsafeRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
  _ password: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ itemRef: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  let name = genericName(service, serviceLength, account, accountLength)
  return LegacyPasswords.find(
    keychains, kSecClassGenericPassword, name, length, password, itemRef)
}

/// The C function `SecKeychainAddInternetPassword`.
@_cdecl("SecKeychainAddInternetPassword")
public func secKeychainAddInternetPassword(
  _ keychain: UnsafeRawPointer?, _ serverLength: UInt32, _ server: UnsafeRawPointer?,
  _ domainLength: UInt32, _ domain: UnsafeRawPointer?, _ accountLength: UInt32,
  _ account: UnsafeRawPointer?, _ pathLength: UInt32, _ path: UnsafeRawPointer?, _ port: UInt16,
  _ protocolCode: UInt32, _ authenticationType: UInt32, _ length: UInt32,
  _ password: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  var name = internetName(
    server, serverLength, domain, domainLength, account, accountLength, path, pathLength)
  name.add(kSecAttrPort, NSNumber(value: port))
  name.add(kSecAttrProtocol, FourCharacters.protocolValue(protocolCode))
  name.add(
    kSecAttrAuthenticationType, FourCharacters.authenticationValue(authenticationType))
  return LegacyPasswords.add(
    keychain, kSecClassInternetPassword, name, label: kSecAttrServer, length, password, itemRef)
}

/// The C function `SecKeychainFindInternetPassword`.
@_cdecl("SecKeychainFindInternetPassword")
public func secKeychainFindInternetPassword(
  _ keychains: UnsafeRawPointer?, _ serverLength: UInt32, _ server: UnsafeRawPointer?,
  _ domainLength: UInt32, _ domain: UnsafeRawPointer?, _ accountLength: UInt32,
  _ account: UnsafeRawPointer?, _ pathLength: UInt32, _ path: UnsafeRawPointer?, _ port: UInt16,
  _ protocolCode: UInt32, _ authenticationType: UInt32, _ length: UnsafeMutablePointer<UInt32>?,
  _ password: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ itemRef: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  var name = internetName(
    server, serverLength, domain, domainLength, account, accountLength, path, pathLength)
  if port != 0 { name.add(kSecAttrPort, NSNumber(value: port)) }
  name.add(kSecAttrProtocol, FourCharacters.protocolValue(protocolCode))
  name.add(
    kSecAttrAuthenticationType, FourCharacters.authenticationValue(authenticationType))
  return LegacyPasswords.find(
    keychains, kSecClassInternetPassword, name, length, password, itemRef)
}

private func genericName(
  _ service: UnsafeRawPointer?, _ serviceLength: UInt32, _ account: UnsafeRawPointer?,
  _ accountLength: UInt32
) -> PasswordName {
  var name = PasswordName()
  name.add(kSecAttrService, service, serviceLength)
  name.add(kSecAttrAccount, account, accountLength)
  return name
}

private func internetName(
  _ server: UnsafeRawPointer?, _ serverLength: UInt32, _ domain: UnsafeRawPointer?,
  _ domainLength: UInt32, _ account: UnsafeRawPointer?, _ accountLength: UInt32,
  _ path: UnsafeRawPointer?, _ pathLength: UInt32
) -> PasswordName {
  var name = PasswordName()
  name.add(kSecAttrServer, server, serverLength)
  name.add(kSecAttrSecurityDomain, domain, domainLength)
  name.add(kSecAttrAccount, account, accountLength)
  name.add(kSecAttrPath, path, pathLength)
  return name
}

/// Passes bytes to a C program. The program must free the bytes.
enum PasswordContent {
  /// Returns the bytes of a string or of data; nil for other values.
  static func bytes(of value: Any?) -> [UInt8]? {
    switch value.map({ PropertyValue($0) }) {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    default: nil
    }
  }

  /// Stores the length of a secret in `length`, and a copy of the secret in `data`. Either pointer may be nil.
  ///
  /// - Returns: `errSecSuccess`; `errSecDataTooLarge` if the length exceeds 32 bits; `errSecAllocate`.
  static func give(
    _ secret: UnsafeRawBufferPointer?, _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> OSStatus {
    let byteCount = secret?.count ?? 0
    guard let count = UInt32(exactly: byteCount) else { return errSecDataTooLarge }
    if let data {
      guard let copy = lk_buffer_create(secret?.baseAddress, byteCount) else {
        return errSecAllocate
      }
      data.pointee = copy
    }
    length?.pointee = count
    return errSecSuccess
  }
}
