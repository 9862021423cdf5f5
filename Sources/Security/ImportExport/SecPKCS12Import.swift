public import Foundation
import KeychainModel
import CertificateTrust
import KeyFormats

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
