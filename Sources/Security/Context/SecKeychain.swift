public import Foundation

/// A keychain. Latchkey has exactly one keychain, while macOS can have several keychain files. An object of this type
/// represents the keychain of Latchkey, or a keychain file that does not exist.
///
/// `@unchecked Sendable` is safe: the class is final, and its property is a constant.
public final class SecKeychain: NSObject, @unchecked Sendable {
  /// The path of the keychain file that does not exist; nil if this object represents the keychain of Latchkey.
  package let missingPath: String?

  /// The object that represents the keychain of Latchkey.
  package static let standard = SecKeychain(nil)

  private init(_ missingPath: String?) { self.missingPath = missingPath }

  /// Makes an object for a keychain that does not exist.
  package convenience init(missing path: String) { self.init(path) }

  /// Whether the object represents a keychain that does not exist.
  package var isMissing: Bool { missingPath != nil }

  /// Returns whether the other object represents the same keychain.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecKeychain).map { $0.missingPath == missingPath } ?? false
  }

  /// Equal keychains have equal hashes.
  public override var hash: Int { missingPath.hashValue }

  /// Describes the keychain by the address of the object.
  public override var description: String {
    "<SecKeychainRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }
}

extension SecKeychain: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .keychain }
}
