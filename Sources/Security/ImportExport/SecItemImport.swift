import CPlatform
public import Foundation
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// Reads keys and certificates that other programs wrote: PEM and DER of PKCS#1, PKCS#7,
/// PKCS#8, PKCS#12, SEC 1, `SubjectPublicKeyInfo` and X.509, and what OpenSSH writes.
///
/// Nothing is stored unless a keychain is given: then everything is, or nothing. What is there already stays as
/// it is. `SecItemAdd` stores what was read, too.
///
/// - Parameters:
///   - importedData: The data, up to 16 MiB.
///   - fileNameOrExtension: The name of the file, or its ending, for data that do not say what they are.
///   - inputFormat: Gives the format that is expected, and receives the one that was found. The data
///     decide, where they can.
///   - itemType: Gives the type that is expected, and receives the one that was found.
///   - flags: None means anything here.
///   - keyParams: The passphrase for encrypted keys, and `.importOnlyOne`.
///   - importKeychain: Where to store what was read; nil to store nothing.
///   - outItems: Receives an array of `SecKey`, `SecCertificate` and `SecIdentity`.
/// - Returns: `errSecSuccess`; `errSecParam` for no data, malformed parameters; `errSecNoSuchKeychain` for a
///   keychain that is missing, and with one that is there what `SecItemAdd` returns, `errSecDuplicateItem`
///   only when all is there, or something else in the place of a part of it, unless that is an authority
///   beside an identity in PKCS#12;
///   `errSecUnknownFormat` for data of no known format; `errSecDecode` for malformed data;
///   `errSecUnsupportedFormat` for keys that `SecKey` does not have, such as Ed25519, and for
///   encryption that is not known, such as that of OpenSSH; `errSecPassphraseRequired` without the
///   passphrase of an encrypted key, `errSecAuthFailed` for a wrong one, `errSecPkcs12VerifyFailure`
///   for that of PKCS#12; `errSecMultiplePrivKeys` when only one may be imported;
///   `errSecDataTooLarge`; `errSecUnimplemented` for Netscape's sequences of certificates.
@discardableResult
public func SecItemImport(
  _ importedData: CFData, _ fileNameOrExtension: CFString?,
  _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
  _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
  _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
  _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  KeyCall.status { () throws(KeychainError) in
    if importKeychain?.isMissing == true { return errSecNoSuchKeychain }
    try Arguments.check(fileNameOrExtension)
    let parameters = try ImportExportParameters(keyParams, stores: importKeychain != nil)
    var format = inputFormat.flatMap { ExternalFormat(rawValue: $0.pointee.rawValue) } ?? .unknown
    if format == .unknown, let name = fileNameOrExtension {
      format = ExternalFormat(fileName: (name as String).utf8)
    }
    let type = itemType.flatMap { ExternalItemType(rawValue: $0.pointee.rawValue) } ?? .unknown
    let reader = ExternalItemReader(
      format, type, passphrase: parameters.passphraseSource)
    var bytes = importedData.bytesArray
    defer { bytes.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) } }
    let content = try reader.read(bytes)
    if parameters.flags.contains(.importOnlyOne) { try content.checkOnePrivateKey() }
    if importKeychain != nil { try ImportedItems.store(content) }
    inputFormat?.pointee = SecExternalFormat(rawValue: content.format.rawValue) ?? .formatUnknown
    itemType?.pointee = SecExternalItemType(rawValue: content.type.rawValue) ?? .itemTypeUnknown
    outItems?.pointee = content.items.map(\.object) as NSArray
    return errSecSuccess
  }
}

extension ExternalItem {
  /// The object that stands for the item.
  var object: NSObject {
    switch self {
    case .key(let material): SecKey(material)
    case .certificate(let certificate): SecCertificate(certificate)
    case .identity(let certificate, let key):
      SecIdentity(SecCertificate(certificate), SecKey(.asymmetric(key)))
    }
  }
}
