public import Foundation

/// A keychain file of macOS. There is one keychain here; an object of this type stands for it, or for
/// another that is missing.
///
/// `@unchecked Sendable` holds because the class is final and its property is a constant.
public final class SecKeychain: NSObject, @unchecked Sendable {
  /// The path of a keychain that is missing; nil for the one there is.
  package let missingPath: String?

  /// The one keychain there is.
  package static let standard = SecKeychain(nil)

  private init(_ missingPath: String?) { self.missingPath = missingPath }

  /// A keychain that is missing.
  package convenience init(missing path: String) { self.init(path) }

  /// Whether this is not the keychain there is.
  package var isMissing: Bool { missingPath != nil }

  /// Whether the other object is the same keychain.
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
