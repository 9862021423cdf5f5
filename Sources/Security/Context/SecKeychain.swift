public import Foundation
package import Keychain
import KeychainModel

/// A keychain: the login keychain, a keychain that a person or a program made, the system keychain, or the keychain of
/// the system's authorities. The keychain need not exist.
///
/// `@unchecked Sendable` is safe: the class is final, and its property is a constant of a Sendable type.
public final class SecKeychain: NSObject, @unchecked Sendable {
  package let path: KeychainPath

  /// The login keychain.
  package static let login = SecKeychain(.login)

  package init(_ path: KeychainPath) { self.path = path }

  /// Returns whether the other object represents the same keychain.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecKeychain).map { $0.path == path } ?? false
  }

  /// Equal keychains have equal hashes.
  public override var hash: Int { path.hashValue }

  /// Describes the keychain by the address of the object.
  public override var description: String {
    "<SecKeychainRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }
}

extension SecKeychain: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .keychain }
}

/// Returns the type number of keychains, as returned by `CFGetTypeID`.
public func SecKeychainGetTypeID() -> CFTypeID { SecKeychain.typeIdentifier.rawValue }

extension SecKeychain {
  /// Reads a keychain or an array of keychains.
  ///
  /// - Throws: `.parameter` for another object.
  static func paths(in object: Any, _ key: String) throws(KeychainError) -> [KeychainPath] {
    if let keychain = object as? SecKeychain { return [keychain.path] }
    guard let members = object as? [Any] else {
      throw KeychainError(.parameter, "\(key) takes keychains")
    }
    var paths: [KeychainPath] = []
    for member in members {
      guard let keychain = member as? SecKeychain else {
        throw KeychainError(.parameter, "\(key): a member is not a keychain")
      }
      if !paths.contains(keychain.path) { paths.append(keychain.path) }
    }
    return paths
  }
}
