public import Security

// The keychain files of macOS that a program in C can have.
extension SecKeychain {
  /// The one that `SecKeychainCopyDefault` gives: it stands for the keychain there is.
  public static var defaultKeychain: SecKeychain { .standard }

  /// One that `SecKeychainOpen` gives for another path.
  public static func missing(at path: String) -> SecKeychain { SecKeychain(missing: path) }
}
