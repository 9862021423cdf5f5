import Keychain
public import Security

// The keychain objects that a C program can get from `Security`.
extension SecKeychain {
  /// The login keychain.
  public static var defaultKeychain: SecKeychain { .login }

  /// Returns the object that `SecKeychainOpen` returns for a path without a keychain.
  public static func missing(at path: String) -> SecKeychain { SecKeychain(.file(Array(path.utf8))) }
}
