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
