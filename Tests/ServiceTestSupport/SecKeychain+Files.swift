public import Security

// The keychain objects that a C program can get.
extension SecKeychain {
  /// The object from `SecKeychainCopyDefault`, which represents the existing keychain.
  public static var defaultKeychain: SecKeychain { .standard }

  /// The object from `SecKeychainOpen` for another path.
  public static func missing(at path: String) -> SecKeychain { SecKeychain(missing: path) }
}
