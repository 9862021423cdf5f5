public import Foundation

/// A keychain file of macOS. Only one keychain exists here. An object of this type represents that keychain, or a
/// missing one.
///
/// `@unchecked Sendable` is safe: the class is final, and its property is a constant.
public final class SecKeychain: NSObject, @unchecked Sendable {
  /// The path of a missing keychain; nil for the one that exists.
  package let missingPath: String?

  /// The one keychain that exists.
  package static let standard = SecKeychain(nil)

  private init(_ missingPath: String?) { self.missingPath = missingPath }

  /// Makes an object for a missing keychain.
  package convenience init(missing path: String) { self.init(path) }

  /// Whether the keychain is missing.
  package var isMissing: Bool { missingPath != nil }

  /// Returns whether the other object represents the same keychain.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecKeychain).map { $0.missingPath == missingPath } ?? false
  }

  /// Equal keychains have equal hashes.
  public override var hash: Int { missingPath.hashValue }

  /// The address of the object.
  public override var description: String {
    "<SecKeychainRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }
}

extension SecKeychain: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .keychain }
}
