public import Foundation
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// Writes keys and certificates in a form that other programs read.
///
/// - Parameters:
///   - secItemOrArray: A `SecKey`, `SecCertificate` or `SecIdentity`, or an array of them. An identity is
///     two items.
///   - outputFormat: The format. `.formatUnknown`: for one key `.formatOpenSSL`, or `.formatRawKey` when
///     it is symmetric; for a private key with a passphrase `.formatWrappedPKCS8`; for one certificate `.formatX509Cert`; for several items `.formatPEMSequence`.
///   - flags: `.pemArmour` for PEM instead of DER.
///   - keyParams: The passphrase: `.formatWrappedPKCS8` needs it; `.formatPEMSequence` and `.formatUnknown` with one
///     wrap private keys, too. Other formats write private keys in the clear, with or without it.
///   - exportedData: Receives the data.
/// - Returns: `errSecSuccess`; `errSecParam` for something else, an empty array, several items in a format
///   of one, malformed parameters; `errSecUnsupportedFormat` for a format that cannot hold
///   the item, for a symmetric key that is to be wrapped, and for more than 256 keys and certificates in PKCS#12, or
///   keys to be wrapped; `errSecPassphraseRequired` without the passphrase that is needed;
///   `errSecUnimplemented` for Netscape's certificates.
@discardableResult
public func SecItemExport(
  _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat,
  _ flags: SecItemImportExportFlags, _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
  _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  KeyCall.status { () throws(KeychainError) in
    try Arguments.check(secItemOrArray)
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
  /// The item that an object stands for, or the items that an array has.
  fileprivate static func items(in object: CFTypeRef) throws(KeychainError) -> [ExternalItem] {
    var items: [ExternalItem] = []
    for object in (object as? NSArray).map(Array.init) ?? [object] {
      switch object {
      case let key as SecKey: items.append(.key(key.material))
      case let certificate as SecCertificate: items.append(.certificate(certificate.certificate))
      case let identity as SecIdentity:
        guard case .asymmetric(let key) = identity.privateKey.material else { continue }
        items.append(.identity(identity.certificate.certificate, key))
      default:
        throw KeychainError(.parameter, "something that is to be exported is no key or certificate")
      }
    }
    return items
  }
}
