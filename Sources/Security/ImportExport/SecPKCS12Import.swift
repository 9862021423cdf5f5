import CertificateTrust
public import Foundation
import KeyFormats
import KeychainModel

/// Reads the identities in a PKCS#12 file (RFC 7292).
///
/// Certificates and keys that belong to no identity are not returned. `SecItemImport` also returns them.
///
/// - Parameters:
///   - pkcs12_data: The file. It may use any cipher of OpenSSL, and the ciphers of OpenSSL's legacy provider if that
///     is installed.
///   - options: `kSecImportExportPassphrase`. If `kSecUseDataProtectionKeychain` is `true`, the function stores each
///     identity and the certificates of its chain, with the other entries as attributes. It stores all of them or
///     none. Items that already exist are no error. Without this entry, nothing is stored.
///   - items: Receives an array of dictionaries, one for each identity, with `kSecImportItemIdentity`,
///     `kSecImportItemTrust` and `kSecImportItemCertChain`. The function builds chains for at most five seconds. After
///     that, the chain of each remaining identity is its certificate alone; its trust object is evaluated on demand.
/// - Returns:
///   - `errSecSuccess`: The file was read.
///   - `errSecAuthFailed`: The password is wrong.
///   - `errSecDecode`: The data are malformed, the file has no password-based integrity protection, a cipher or a key
///     is unknown, or a certificate does not match its key.
///   - `errSecDataTooLarge`: The file has more than 16 MiB.
///   - `errSecParam`: The password is not a string, or the options name a keychain or an access object.
///   - `errSecDuplicateItem`, if the items are stored: Another item has the place of an identity's certificate or key.
///     This is no error for other certificates of the chain.
///   - If the items are stored, any other status that `SecItemAdd` returns.
/// - SeeAlso: keys-and-certificates 5.1.
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
    // The file decides how many chains there are and how long each takes, so the total time is limited.
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
