import CertificateTrust
public import Foundation
import KeyFormats
import KeychainModel

/// Reads the identities in a PKCS#12 file (RFC 7292).
///
/// The function does not return certificates and keys that belong to no identity. `SecItemImport` also returns such
/// certificates and keys.
///
/// - Parameters:
///   - pkcs12_data: The content of the file. The file may use any cipher of OpenSSL. The file may use the ciphers of
///     OpenSSL's legacy provider if this provider is installed.
///   - options: `kSecImportExportPassphrase` is the password. If `kSecUseDataProtectionKeychain` is `true`, the
///     function stores each identity and the certificates of its chain. The other entries are then the attributes of
///     the stored items. The function stores all items, or no item after an error. An item that already exists is no
///     error. `kSecImportExportKeychain` names another keychain in which the function stores the items. Without both
///     entries, the function stores nothing.
///   - items: Receives an array of dictionaries, one for each identity, with `kSecImportItemIdentity`,
///     `kSecImportItemTrust` and `kSecImportItemCertChain`. The function builds chains for at most five seconds. After
///     this time, the chain of each remaining identity contains only the certificate of the identity. The trust object
///     of such an identity is evaluated when the program uses it.
/// - Returns:
///   - `errSecSuccess`: The file was read.
///   - `errSecAuthFailed`: The password is wrong.
///   - `errSecDecode`: The data are malformed, the file has no password-based integrity protection, a cipher or a key
///     is unknown, or a certificate does not match its key.
///   - `errSecDataTooLarge`: The file has more than 16 MiB.
///   - `errSecParam`: The password is not a string, or the options contain an access object or an object that is not a
///     keychain.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - `errSecDuplicateItem`, if the items are stored: A different item has the uniqueness key of an identity's
///     certificate or key. This case is no error for the other certificates of the chain.
///   - If the items are stored, any other status that `SecItemAdd` returns.
/// - SeeAlso: The specification (keys-and-certificates 5.1).
@discardableResult
public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    try ArgumentChecks.check(options)
    var options = try PKCS12ImportOptions(options)
    defer { options.wipePassword() }
    let content = try options.password.withUnsafeBufferPointer { password throws(KeychainError) in
      try PKCS12Reader.read(pkcs12_data.bytesArray, password: password)
    }
    let certificates = content.certificates.map(SecCertificate.init)
    // An untrusted party may have made the file. The file determines the number of chains and the time that each chain
    // takes, so this code limits the total time.
    let search = SearchDeadline(seconds: 5)
    let identities = content.pairs.map {
      ImportedIdentity($0, certificates, isEvaluated: !search.isOver)
    }
    if let attributes = options.storedAttributes {
      try ImportedIdentity.store(identities, attributes)
    }
    items.pointee = identities.map(\.dictionary) as NSArray
    return errSecSuccess
  }
}

/// The options of `SecPKCS12Import`, read from the dictionary.
struct PKCS12ImportOptions {
  /// The password as UTF-8; empty if the options contain no password.
  private(set) var password: [UInt8]
  /// The attributes of the stored items. Nil if the function stores nothing.
  let storedAttributes: NSDictionary?

  /// Reads the dictionary.
  ///
  /// - Throws: `.parameter` if the password is not a string, or if the options contain an access object or an object
  ///   that is not a keychain.
  init(_ options: NSDictionary) throws(KeychainError) {
    switch options.object(forKey: kSecImportExportPassphrase) {
    case nil: password = []
    case let text as NSString: password = Array((text as String).utf8)
    default: throw KeychainError(.parameter, "the password is no string")
    }
    let keychain = options.object(forKey: kSecImportExportKeychain)
    guard keychain == nil || keychain is SecKeychain, options.object(forKey: kSecImportExportAccess) == nil else {
      throw KeychainError(.parameter, "the options take a keychain, and no access object")
    }
    let isStored =
      (keychain != nil || Self.isTrue(kSecUseDataProtectionKeychain, options))
      && !Self.isTrue(kSecImportToMemoryOnly, options)
    storedAttributes = isStored ? Self.attributes(options) : nil
  }

  /// Overwrites the memory of the password. `password` must be the only reference to this memory. Otherwise Swift would
  /// overwrite a copy, and the original would remain.
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
    if let keychain = attributes?.object(forKey: kSecImportExportKeychain) {
      attributes?.removeObject(forKey: kSecImportExportKeychain)
      attributes?.setObject(keychain, forKey: kSecUseKeychain)
    }
    return attributes
  }
}
