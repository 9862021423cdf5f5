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
  /// The passphrase: a string, which is used as UTF-8, or data.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The title of a passphrase dialog. Ignored: the functions show no dialog.
  public var alertTitle: Unmanaged<CFString>!
  /// The prompt of a passphrase dialog. Ignored: the functions show no dialog.
  public var alertPrompt: Unmanaged<CFString>!
  /// Ignored: keys have no access lists.
  public var accessRef: Unmanaged<SecAccess>?
  /// Ignored: each key defines its own permitted uses.
  public var keyUsage: Unmanaged<CFArray>?
  /// Attributes of the keys. `kSecAttrIsPermanent` is refused if there is no keychain to store the keys in.
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
  /// Import: any format. Export: the usual format of the item.
  case formatUnknown = 0
  /// PKCS#1 for RSA private keys, SEC 1 for elliptic-curve private keys, `SubjectPublicKeyInfo` for public keys.
  case formatOpenSSL = 1
  /// The first version of SSH: not supported.
  case formatSSH = 2
  /// Unencrypted PKCS#8 for private keys, PKCS#1 for RSA public keys.
  case formatBSAFE = 3
  /// The bytes of a symmetric key.
  case formatRawKey = 4
  /// PKCS#8, encrypted with a passphrase.
  case formatWrappedPKCS8 = 5
  /// Encrypted PEM in OpenSSL's format from before PKCS#8. It can be imported, but not exported.
  case formatWrappedOpenSSL = 6
  /// The first version of SSH, encrypted: not supported.
  case formatWrappedSSH = 7
  /// The first version of SSH in the format of LSH: not supported.
  case formatWrappedLSH = 8
  /// A certificate.
  case formatX509Cert = 9
  /// Several items in PEM, one after the other.
  case formatPEMSequence = 10
  /// Certificates in PKCS#7.
  case formatPKCS7 = 11
  /// Certificates and private keys in PKCS#12.
  case formatPKCS12 = 12
  /// A certificate sequence in Netscape's format: not supported.
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

  /// Refuses data with more than one private key.
  public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1)
  /// Asks the user for the passphrase. Ignored here: a call without the required passphrase returns
  /// `errSecPassphraseRequired`.
  public static let securePassphrase = SecKeyImportExportFlags(rawValue: 2)
  /// Makes keys without an access list. Keys never have access lists here.
  public static let noAccessControl = SecKeyImportExportFlags(rawValue: 4)
}

/// An access list of macOS's file keychains. Access lists do not exist here, so no object of this type exists.
public final class SecAccess: NSObject {
  private override init() {}
}
