public import Security

// The keychain objects that a C program can get from `Security`.
extension SecKeychain {
  /// The object that `SecKeychainCopyDefault` returns. The object represents the user's only keychain.
  public static var defaultKeychain: SecKeychain { .standard }

  /// Returns the object that `SecKeychainOpen` returns for a path without a keychain.
  public static func missing(at path: String) -> SecKeychain { SecKeychain(missing: path) }
}
