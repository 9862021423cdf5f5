import Foundation
import KeychainModel

/// The options of `SecPKCS12Import`, read from the dictionary.
struct PKCS12ImportOptions {
  /// The password as UTF-8; empty if there is none.
  private(set) var password: [UInt8]
  /// The attributes to store the items with; nil if nothing is to be stored.
  let storedAttributes: NSDictionary?

  /// - Throws: `.parameter` if the password is not a string, or if the options name a keychain or an access object.
  init(_ options: NSDictionary) throws(KeychainError) {
    switch options.object(forKey: kSecImportExportPassphrase) {
    case nil: password = []
    case let text as NSString: password = Array((text as String).utf8)
    default: throw KeychainError(.parameter, "the password is no string")
    }
    guard options.object(forKey: kSecImportExportKeychain) == nil,
      options.object(forKey: kSecImportExportAccess) == nil
    else { throw KeychainError(.parameter, "there is no other keychain, and no access object") }
    let isStored =
      Self.isTrue(kSecUseDataProtectionKeychain, options)
      && !Self.isTrue(kSecImportToMemoryOnly, options)
    storedAttributes = isStored ? Self.attributes(options) : nil
  }

  /// Overwrites the password in place. The array must be the only reference to its memory; otherwise Swift would copy
  /// it, and the original would remain.
  mutating func wipePassword() {
    password.wipe()
  }

  private static func isTrue(_ key: CFString, _ options: NSDictionary) -> Bool {
    (options.object(forKey: key) as? NSNumber)?.boolValue ?? false
  }

  private static func attributes(_ options: NSDictionary) -> NSDictionary? {
    let attributes = options.mutableCopy() as? NSMutableDictionary
    attributes?.removeObject(forKey: kSecImportExportPassphrase)
    attributes?.removeObject(forKey: kSecImportToMemoryOnly)
    return attributes
  }
}
