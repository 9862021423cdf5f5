public import Foundation

/// A keychain file of macOS. There is one keychain here, which needs no object, and so there is no
/// object of this type.
public final class SecKeychain: NSObject {
  private override init() {}
}

extension SecKeychain: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .keychain }
}
