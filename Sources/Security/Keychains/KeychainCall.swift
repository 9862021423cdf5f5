import Foundation
package import Keychain
import KeychainCrypto
package import KeychainModel

/// Contains the helpers of the functions about keychains.
package enum KeychainCall {
  /// The search list and the preferences of the context of the calling task.
  static func list() throws(KeychainError) -> KeychainSearchList {
    guard let list = try KeychainContext.resolve().keychain.list else {
      throw KeychainError(.notAvailable, "the program uses one keychain only")
    }
    return list
  }

  /// The path of a keychain; nil selects the default keychain.
  ///
  /// - Throws: `.noDefaultKeychain`.
  static func path(_ keychain: SecKeychain?) throws(KeychainError) -> KeychainPath {
    if let keychain { return keychain.path }
    guard let path = try list().domains.defaultKeychain() else { throw KeychainSearchList.noDefault }
    return path
  }

  /// A client of a keychain; nil selects the default keychain.
  ///
  /// - Throws: The reason why the keychain cannot be used.
  package static func client(_ keychain: SecKeychain?) throws(KeychainError) -> KeychainClient {
    let context = try KeychainContext.resolve()
    return try context.keychain.client(of: try path(keychain))
  }

  /// The passcode of a password. A keychain that was made with an empty password has a fixed passcode; the login keychain
  /// never has an empty password.
  static func passcode(
    _ length: UInt32, _ password: UnsafeRawPointer?, for path: KeychainPath
  ) throws(KeychainError) -> Passcode {
    guard length == 0 || password != nil else { throw KeychainError(.parameter, "the password is missing") }
    let bytes = UnsafeRawBufferPointer(start: password, count: Int(length))
    guard bytes.isEmpty else { return try Passcode(bytes) }
    guard path != .login else { throw KeychainError(.authenticationFailed, "the password is empty") }
    return try Passcode.ofEmptyPassword()
  }

  /// Checks that new items may go to a keychain.
  ///
  /// - Throws: `.noSuchKeychain`; `.writePermission` when another user owns the keychain, and for keychains of the
  ///   system that the caller cannot change.
  static func requireWritable(_ path: KeychainPath) throws(KeychainError) {
    let list = try list()
    switch path {
    case .login: break
    case .file: _ = try list.service(path)
    case .system, .systemRoots:
      throw KeychainError(.writePermission, "a keychain of the system cannot be the default keychain")
    }
  }
}
