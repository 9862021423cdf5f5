import AsymmetricKeys
public import Foundation
import KeyFormats
import Keychain
import KeychainModel

/// Reads keys and certificates that other programs wrote.
///
/// The function reads PEM and DER of PKCS#1, PKCS#7, PKCS#8, PKCS#12, SEC 1, `SubjectPublicKeyInfo` and X.509, and the
/// formats of OpenSSH.
///
/// The function stores the items only if a keychain is given. It stores all items, or no item after an error. Items
/// that already exist stay unchanged. A program can also store the returned items with `SecItemAdd`.
///
/// - Parameters:
///   - importedData: The data, up to 16 MiB.
///   - fileNameOrExtension: The file name or its extension. The function uses this name only if the format of the data
///     is ambiguous.
///   - inputFormat: Contains the expected format, and receives the detected format. The function uses the expected
///     format only if the format of the data is ambiguous.
///   - itemType: Contains the expected type, and receives the detected type.
///   - flags: Ignored.
///   - keyParams: The passphrase for encrypted keys, and `.importOnlyOne`.
///   - importKeychain: The keychain in which the function stores the items. Nil if the function stores nothing.
///   - outItems: Receives an array of `SecKey`, `SecCertificate` and `SecIdentity`.
/// - Returns:
///   - `errSecSuccess`: The data were read.
///   - `errSecParam`: There are no data, or the parameters are malformed.
///   - `errSecNoSuchKeychain`: The keychain does not exist.
///   - `errSecUnknownFormat`: The format of the data is unknown.
///   - `errSecDecode`: The data are malformed.
///   - `errSecUnsupportedFormat`: `SecKey` does not support the key, for example Ed25519, or the encryption is not
///     supported, for example the encryption of OpenSSH.
///   - `errSecPassphraseRequired`: The passphrase of an encrypted key is missing.
///   - `errSecAuthFailed`: The passphrase of an encrypted key is wrong.
///   - `errSecPkcs12VerifyFailure`: The passphrase of a PKCS#12 file is wrong.
///   - `errSecMultiplePrivKeys`: The data contain several private keys, but `.importOnlyOne` is set.
///   - `errSecDataTooLarge`: The data have more than 16 MiB.
///   - `errSecUnimplemented`: The data are a Netscape certificate sequence.
///   - `errSecDuplicateItem`, if a keychain is given: All items already exist, or a different item has the uniqueness
///     key of an imported item. The second case is no error if the imported item is the certificate of an authority
///     that accompanies an identity in PKCS#12.
///   - If a keychain is given, any other status that `SecItemAdd` returns.
@discardableResult
public func SecItemImport(
  _ importedData: CFData, _ fileNameOrExtension: CFString?,
  _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
  _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
  _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
  _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    try ArgumentChecks.check(fileNameOrExtension)
    let parameters = try ImportExportParameters(keyParams, stores: importKeychain != nil)
    var format = inputFormat.flatMap { ExternalFormat(rawValue: $0.pointee.rawValue) } ?? .unknown
    if format == .unknown, let name = fileNameOrExtension {
      format = ExternalFormat(fileName: (name as String).utf8)
    }
    let type = itemType.flatMap { ExternalItemType(rawValue: $0.pointee.rawValue) } ?? .unknown
    let reader = ExternalItemReader(
      format, type, passphrase: parameters.passphraseSource)
    var bytes = importedData.bytesArray
    defer { bytes.wipe() }
    let content = try reader.read(bytes)
    if parameters.flags.contains(.importOnlyOne) { try content.checkOnePrivateKey() }
    if let importKeychain { try ImportedItems.store(content, in: importKeychain) }
    inputFormat?.pointee = SecExternalFormat(rawValue: content.format.rawValue) ?? .formatUnknown
    itemType?.pointee = SecExternalItemType(rawValue: content.type.rawValue) ?? .itemTypeUnknown
    outItems?.pointee = content.items.map(\.object) as NSArray
    return errSecSuccess
  }
}

extension ExternalItem {
  /// The object that represents the item.
  var object: NSObject {
    switch self {
    case .key(let material): SecKey(material)
    case .certificate(let certificate): SecCertificate(certificate)
    case .identity(let certificate, let key):
      SecIdentity(SecCertificate(certificate), SecKey(.asymmetric(key)))
    }
  }
}

/// Stores the items that an import has read: all items, or no item after an error. Items that already exist stay
/// unchanged, so a program can import a file of which some items already exist. An example is a renewed certificate
/// with its existing key.
enum ImportedItems {
  /// Stores the items of an import.
  ///
  /// - Throws: The errors of `SecItemAdd`. `.duplicateItem` if all items already exist, or if a different item has the
  ///   uniqueness key of an imported item. A different item with the same uniqueness key is no error if
  ///   `acceptsConflicting` of the imported item is true.
  static func store(_ content: ExternalContent, in keychain: SecKeychain) throws(KeychainError) {
    let context = try KeychainContext.resolve()
    var additions: [AddRequest] = []
    for (item, acceptsConflicting) in content.parts {
      let attributes = NSMutableDictionary()
      attributes.setObject(item.object, forKey: kSecValueRef)
      if let label = label(item.type) { attributes.setObject(label, forKey: kSecAttrLabel) }
      let (request, _, _) = try ItemRequest.add(parsing: attributes, as: context.caller)
      guard case .add(var addition) = request else {
        throw KeychainError(.unexpected, "an item was read as a list")
      }
      addition.acceptsConflicting = acceptsConflicting
      additions.append(addition)
    }
    _ = try context.keychain.scoped(to: .keychains([keychain.path]))
      .perform(.addAll(additions, sparingPresent: true))
  }

  /// Returns the label that macOS gives to an imported key without a name. Returns nil for a certificate, because every
  /// certificate contains a name.
  private static func label(_ type: ExternalItemType) -> NSString? {
    switch type {
    case .privateKey: "Imported Private Key"
    case .publicKey: "Imported Public Key"
    case .sessionKey: "Imported Session Key"
    case .certificate, .aggregate, .unknown: nil
    }
  }
}
