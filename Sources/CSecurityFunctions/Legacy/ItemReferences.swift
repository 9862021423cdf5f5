import Foundation
import Security

/// The C function `SecKeychainItemCopyKeychain`.
@_cdecl("SecKeychainItemCopyKeychain")
public func secKeychainItemCopyKeychain(
  _ item: UnsafeRawPointer?, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  return CCall.run {
    guard let query = ItemArgument.query(item), let keychain else { return errSecParam }
    let status = ItemArgument.status(SecItemCopyMatching(query, nil))
    if status == errSecSuccess { keychain.pointee = Box.make(SecKeychain.standard) }
    return status
  }
}

/// The C function `SecKeychainItemCreatePersistentReference`.
@_cdecl("SecKeychainItemCreatePersistentReference")
public func secKeychainItemCreatePersistentReference(
  _ item: UnsafeRawPointer?, _ reference: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  reference?.pointee = nil
  return CCall.run {
    guard let query = ItemArgument.query(item), let reference else { return errSecParam }
    query[kSecReturnPersistentRef] = kCFBooleanTrue
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query, &found)
    reference.pointee = CFOutput.object(found)
    return ItemArgument.status(status)
  }
}

/// The C function `SecKeychainItemCopyFromPersistentReference`.
@_cdecl("SecKeychainItemCopyFromPersistentReference")
public func secKeychainItemCopyFromPersistentReference(
  _ reference: UnsafeRawPointer?, _ item: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  item?.pointee = nil
  return CCall.run {
    guard let reference = CFInput.data(reference), let item else { return errSecParam }
    let query: NSDictionary = [kSecValuePersistentRef: reference, kSecReturnRef: true]
    return CFOutput.give(item) { SecItemCopyMatching(query, &$0) }
  }
}
