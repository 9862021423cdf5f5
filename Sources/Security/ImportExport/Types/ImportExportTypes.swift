public import Foundation

/// The version of `SecItemImportExportKeyParameters`.
public let SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 = 0

/// The parameters of `SecItemImport` and `SecItemExport` that concern keys.
///
/// The caller owns the objects. The functions do not release them.
public struct SecItemImportExportKeyParameters {
  /// The version: `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
  public var version: UInt32
  /// Options for the keys.
  public var flags: SecKeyImportExportFlags
  /// The passphrase as a string or as data. The functions convert a string to UTF-8.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The title of a passphrase dialog. Ignored, because the functions show no dialog.
  public var alertTitle: Unmanaged<CFString>!
  /// The prompt of a passphrase dialog. Ignored, because the functions show no dialog.
  public var alertPrompt: Unmanaged<CFString>!
  /// The access list of the keys. Ignored, because Latchkey has no access lists.
  public var accessRef: Unmanaged<SecAccess>?
  /// The permitted uses of the keys. Ignored, because each key defines its own permitted uses.
  public var keyUsage: Unmanaged<CFArray>?
  /// Attributes of the keys. The functions refuse `kSecAttrIsPermanent` unless the call stores the keys in a keychain.
  public var keyAttributes: Unmanaged<CFArray>?

  /// Makes parameters in which every option is empty or nil.
  public init() {
    self.init(
      version: 0, flags: [], passphrase: nil, alertTitle: nil, alertPrompt: nil, accessRef: nil,
      keyUsage: nil, keyAttributes: nil)
  }

  /// Makes parameters from their parts.
  public init(
    version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
    alertTitle: Unmanaged<CFString>!, alertPrompt: Unmanaged<CFString>!,
    accessRef: Unmanaged<SecAccess>?, keyUsage: Unmanaged<CFArray>?,
    keyAttributes: Unmanaged<CFArray>?
  ) {
    self.version = version
    self.flags = flags
    self.passphrase = passphrase
    self.alertTitle = alertTitle
    self.alertPrompt = alertPrompt
    self.accessRef = accessRef
    self.keyUsage = keyUsage
    self.keyAttributes = keyAttributes
  }
}

/// The format of exported keys and certificates.
public enum SecExternalFormat: UInt32, Sendable {
  /// In an import, any format. In an export, the usual format of the item.
  case formatUnknown = 0
  /// PKCS#1 for RSA private keys, SEC 1 for elliptic-curve private keys, `SubjectPublicKeyInfo` for public keys.
  case formatOpenSSL = 1
  /// The format of the first version of SSH. Latchkey does not support this format.
  case formatSSH = 2
  /// Unencrypted PKCS#8 for private keys, PKCS#1 for RSA public keys.
  case formatBSAFE = 3
  /// The bytes of a symmetric key.
  case formatRawKey = 4
  /// PKCS#8, encrypted with a passphrase.
  case formatWrappedPKCS8 = 5
  /// Encrypted PEM in the format that OpenSSL used before PKCS#8. Latchkey imports this format, but does not export it.
  case formatWrappedOpenSSL = 6
  /// The encrypted format of the first version of SSH. Latchkey does not support this format.
  case formatWrappedSSH = 7
  /// The format of LSH for the first version of SSH. Latchkey does not support this format.
  case formatWrappedLSH = 8
  /// A certificate.
  case formatX509Cert = 9
  /// Several items in PEM, one after the other.
  case formatPEMSequence = 10
  /// Certificates in PKCS#7.
  case formatPKCS7 = 11
  /// Certificates and private keys in PKCS#12.
  case formatPKCS12 = 12
  /// A certificate sequence in Netscape's format. Latchkey does not support this format.
  case formatNetscapeCertSequence = 13
  /// OpenSSH: a one-line public key, or an unencrypted `OPENSSH PRIVATE KEY`.
  case formatSSHv2 = 14
}

/// The type of an imported item.
public enum SecExternalItemType: UInt32, Sendable {
  /// Any type.
  case itemTypeUnknown = 0
  /// A private key.
  case itemTypePrivateKey = 1
  /// A public key.
  case itemTypePublicKey = 2
  /// A symmetric key.
  case itemTypeSessionKey = 3
  /// A certificate.
  case itemTypeCertificate = 4
  /// Several items.
  case itemTypeAggregate = 5
}

/// Options of an export.
public struct SecItemImportExportFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The export has the PEM format instead of DER.
  public static let pemArmour = SecItemImportExportFlags(rawValue: 1)
}

/// Options for the import and export of keys.
public struct SecKeyImportExportFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The import refuses data with more than one private key.
  public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1)
  /// The function asks the user for the passphrase. Latchkey ignores this flag. A call without the required passphrase
  /// returns `errSecPassphraseRequired`.
  public static let securePassphrase = SecKeyImportExportFlags(rawValue: 2)
  /// The imported keys have no access list. In Latchkey, keys never have an access list.
  public static let noAccessControl = SecKeyImportExportFlags(rawValue: 4)
}

/// An access list of macOS's file keychains. Latchkey has no access lists, so no object of this type exists.
public final class SecAccess: NSObject {
  private override init() {}
}
