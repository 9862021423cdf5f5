import CPlatform
import Foundation
import KeychainModel

/// The options of `SecPKCS12Import`, read once.
struct PKCS12ImportOptions {
  /// UTF-8; empty without one.
  private(set) var password: [UInt8]
  /// The attributes to store with; nil when nothing is to be stored.
  let storedAttributes: NSDictionary?

  /// - Throws: `.parameter` for a password that is no string, a keychain or access object.
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

  /// Overwrites the password, which nothing else may hold: it would be copied.
  mutating func wipePassword() {
    password.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) }
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
