public import Foundation
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// Writes keys and certificates in a format that other programs can read.
///
/// - Parameters:
///   - secItemOrArray: A `SecKey`, `SecCertificate` or `SecIdentity`, or an array of such objects. The function exports
///     an identity as two items.
///   - outputFormat: The format. `.formatUnknown` selects a format: `.formatX509Cert` for one certificate,
///     `.formatRawKey` for one symmetric key, `.formatWrappedPKCS8` for one private key with a passphrase,
///     `.formatOpenSSL` for any other single key, and `.formatPEMSequence` for several items.
///   - flags: `.pemArmour` for PEM instead of DER.
///   - keyParams: The passphrase. `.formatWrappedPKCS8` requires a passphrase. With a passphrase, `.formatPEMSequence`
///     and `.formatUnknown` also encrypt private keys. All other formats write private keys unencrypted, even if there
///     is a passphrase.
///   - exportedData: Receives the data.
/// - Returns:
///   - `errSecSuccess`: The items were exported.
///   - `errSecParam`: An object is of another type, the array is empty, the format contains one item but the array
///     contains several, or the parameters are malformed.
///   - `errSecUnsupportedFormat`: The format cannot contain the item, the call requires the encryption of a symmetric
///     key, the call writes more than 256 keys and certificates to PKCS#12, or the call encrypts more than 256 keys.
///   - `errSecDataNotAvailable`: `kSecAttrIsExtractable` is false for a key of the keychain. If the keychain is in the
///     process of the program, programs that may use the key can still read it by other functions, so this protects from
///     accidents only. If the keychain is in `keychaind`, the key never leaves the service. The same is true for a key with
///     an access control.
///   - `errSecPassphraseRequired`: The required passphrase is missing.
///   - `errSecUnimplemented`: The format is Netscape's certificate sequence.
@discardableResult
public func SecItemExport(
  _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat,
  _ flags: SecItemImportExportFlags, _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
  _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    try ArgumentChecks.check(secItemOrArray)
    let parameters = try ImportExportParameters(keyParams)
    let format = ExternalFormat(rawValue: outputFormat.rawValue) ?? .unknown
    let writer = ExternalItemWriter(
      format, isPEM: flags.contains(.pemArmour), passphrase: parameters.passphraseSource)
    let bytes = try writer.write(ExternalItem.items(in: secItemOrArray))
    exportedData.pointee = Data(bytes) as NSData
    return errSecSuccess
  }
}

extension ExternalItem {
  /// Returns the items that an object or an array represents.
  fileprivate static func items(in object: CFTypeRef) throws(KeychainError) -> [ExternalItem] {
    var items: [ExternalItem] = []
    for object in (object as? NSArray).map(Array.init) ?? [object] {
      switch object {
      case let key as SecKey: items.append(.key(try exported(key)))
      case let certificate as SecCertificate: items.append(.certificate(certificate.certificate))
      case let identity as SecIdentity:
        guard case .asymmetric(let key) = try exported(identity.privateKey) else { continue }
        items.append(.identity(identity.certificate.certificate, key))
      default:
        throw KeychainError(.parameter, "something that is to be exported is no key or certificate")
      }
    }
    return items
  }

  private static func exported(_ key: SecKey) throws(KeychainError) -> KeyMaterial {
    guard key.isExtractable else {
      throw KeychainError(.dataNotAvailable, "the key was imported or made so that it may not leave the keychain")
    }
    return key.material
  }
}
