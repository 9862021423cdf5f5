import Foundation
import Keychain
import KeychainCrypto
import KeychainModel

/// Makes a reference to a keychain. The keychain need not exist; functions that use a missing keychain fail.
///
/// - Parameters:
///   - pathName: A name or a path. `login.keychain` is the login keychain. A name without a slash at its beginning is a
///     file in the user's folder of keychains, which `~/Library/Keychains` also names.
///   - keychain: Receives the reference.
/// - Returns:
///   - `errSecSuccess`: The reference was made.
///   - `errSecNoSuchKeychain`: The name is empty.
@discardableResult
public func SecKeychainOpen(
  _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  keychain.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    keychain.pointee = SecKeychain(try KeychainPath(KeychainCall.bytes(pathName), in: KeychainCall.list().location))
  }
}

/// Makes a keychain, and leaves it unlocked for every program of the user. The keychain is not added to the search list.
///
/// A keychain in the user's folder of keychains is protected by a device key of this machine and by its password. A
/// keychain at another path is protected by its password alone, so a copy of its files opens on another machine. Without
/// a password, the device key alone protects the keychain.
///
/// - Parameters:
///   - pathName: A name or a path, as for `SecKeychainOpen`.
///   - passwordLength: The length of the password; 0 for no password.
///   - password: The password.
///   - promptUser: Must be false. The function does not ask the user for a password.
///   - initialAccess: Ignored.
///   - keychain: Receives a reference to the keychain.
/// - Returns:
///   - `errSecSuccess`: The keychain was made.
///   - `errSecDuplicateKeychain`: The path exists already.
///   - `errSecUnimplemented`: `promptUser` is true.
///   - `errSecParam`: The password is missing.
///   - `errSecNotAvailable`, `errSecReadOnly`, `errSecIO`: The keychain cannot be made.
@discardableResult
public func SecKeychainCreate(
  _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ promptUser: Bool,
  _ initialAccess: CFTypeRef?, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
  keychain?.pointee = nil
  return StatusBoundary.of { () throws(KeychainError) in
    guard passwordLength == 0 || password != nil else { throw KeychainError(.parameter, "the password is missing") }
    guard !promptUser else { throw KeychainError(.unimplemented, "this function asks nobody for a password") }
    let list = try KeychainCall.list()
    let path = try KeychainPath(KeychainCall.bytes(pathName), in: list.location)
    let bytes = UnsafeRawBufferPointer(start: password, count: Int(passwordLength))
    let passcode = bytes.isEmpty ? nil : try Passcode(bytes)
    switch path {
    case .login:
      let client = try KeychainCall.client(.login)
      guard try !client.isPresent() else {
        throw KeychainError(.duplicateKeychain, "the login keychain exists already")
      }
      try client.open()
      if let passcode { _ = try client.setPasscode(passcode) }
    case .system, .systemRoots:
      throw KeychainError(.duplicateKeychain, "the keychain is part of the system")
    case .file(let file): _ = try list.create(file, password: passcode)
    }
    keychain?.pointee = SecKeychain(path)
  }
}

/// Deletes a keychain with all its items, and removes it from the search list and from the preferences of the user.
///
/// - Parameter keychainOrArray: The keychain.
/// - Returns:
///   - `errSecSuccess`: The keychain was deleted.
///   - `errSecInvalidKeychain`: No keychain was given, or the file is not a keychain.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - `errSecUnimplemented`: The keychain is the login keychain. `KeychainAdministration` erases it.
///   - `errSecWrPerm`: The keychain is part of the system.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    switch keychainOrArray?.path {
    case nil: throw KeychainError(.invalidKeychain, "no keychain was given")
    case .login: throw KeychainError(.unimplemented, "this function does not delete the login keychain")
    case .system, .systemRoots: throw KeychainError(.writePermission, "the keychain is part of the system")
    case .file(let file): try KeychainCall.list().delete(file)
    }
  }
}

/// Finds the path of a keychain.
///
/// - Parameters:
///   - keychain: The keychain; nil for the default keychain.
///   - ioPathLength: Contains the capacity of `pathName` in bytes, and receives the length of the path without the
///     terminating NUL.
///   - pathName: Receives the path with a terminating NUL.
/// - Returns:
///   - `errSecSuccess`: The path was found.
///   - `errSecBufferTooSmall`: The capacity is too small.
///   - `errSecNoDefaultKeychain`: There is no default keychain.
@discardableResult
public func SecKeychainGetPath(
  _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>, _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus {
  var isTooSmall = false
  let status = StatusBoundary.of { () throws(KeychainError) in
    let bytes = try KeychainCall.path(keychain).path(in: KeychainCall.list().location)
    guard bytes.count < Int(ioPathLength.pointee) else {
      isTooSmall = true
      throw KeychainError(.parameter, "the path has \(bytes.count) bytes")
    }
    for (index, byte) in bytes.enumerated() { pathName[index] = CChar(bitPattern: byte) }
    pathName[bytes.count] = 0
    ioPathLength.pointee = UInt32(bytes.count)
  }
  guard isTooSmall else { return status }
  LastFailure.note(status: errSecBufferTooSmall, "the path does not fit into the buffer")
  return errSecBufferTooSmall
}

extension KeychainCall {
  /// The bytes of a C string.
  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
