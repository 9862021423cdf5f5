public import Foundation
import KeychainModel
import CertificateTrust
import KeyFormats

/// Reads the identities in a PKCS#12 file (RFC 7292).
///
/// Certificates and keys that are in no identity are left out: `SecItemImport` gives them, too.
///
/// - Parameters:
///   - pkcs12_data: The file. OpenSSL's ciphers are read, those of its legacy provider included where that
///     is installed.
///   - options: `kSecImportExportPassphrase`; and `kSecUseDataProtectionKeychain` with `true` to store
///     each identity, and the certificates of its chain, with the other entries as attributes: all of
///     it or nothing. What is stored already does not matter. Otherwise nothing is stored.
///   - items: Receives an array of dictionaries, one for each identity, with `kSecImportItemIdentity`,
///     `kSecImportItemTrust` and `kSecImportItemCertChain`. After five seconds of building chains the rest of the
///     identities have their certificate alone for one; the trust object judges when it is asked.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong password; `errSecDecode` for malformed data,
///   a file that no password protects from changes, ciphers and keys that are not known, and a
///   certificate that is not that of its key; `errSecDataTooLarge` for more than 16 MiB; `errSecParam` for a
///   password that is no string, a keychain or access object; and what `SecItemAdd` returns when it is to
///   store, `errSecDuplicateItem` only for the certificate or the key of an identity in whose place there is
///   another: a certificate of its chain gives way.
/// - SeeAlso: keys-and-certificates 5.1.
@discardableResult
public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  KeyCall.status { () throws(KeychainError) in
    try Arguments.check(options)
    var options = try PKCS12ImportOptions(options)
    defer { options.wipePassword() }
    let content = try options.password.withUnsafeBufferPointer { password throws(KeychainError) in
      try PKCS12Reader.read(pkcs12_data.bytesArray, password: password)
    }
    let certificates = content.certificates.map(SecCertificate.init)
    // Who made the file says how many chains there are, and how long it takes to judge each.
    let search = SearchDeadline(seconds: 5)
    let identities = content.pairs.map {
      ImportedIdentity($0, certificates, isJudged: !search.isOver)
    }
    if let attributes = options.storedAttributes {
      try ImportedIdentity.store(identities, attributes)
    }
    items.pointee = identities.map(\.dictionary) as NSArray
    return errSecSuccess
  }
}
