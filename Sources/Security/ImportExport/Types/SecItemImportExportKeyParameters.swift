public import Foundation

/// The version of `SecItemImportExportKeyParameters`.
public let SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 = 0

/// What `SecItemImport` and `SecItemExport` need to know of keys.
///
/// The objects belong to the caller; nothing is released.
public struct SecItemImportExportKeyParameters {
  /// `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
  public var version: UInt32
  /// How keys are treated.
  public var flags: SecKeyImportExportFlags
  /// A string, taken as UTF-8, or data.
  public var passphrase: Unmanaged<CFTypeRef>?
  /// The title of the question for a passphrase. Ignored: nobody is asked.
  public var alertTitle: Unmanaged<CFString>!
  /// The question for a passphrase. Ignored: nobody is asked.
  public var alertPrompt: Unmanaged<CFString>!
  /// Ignored: keys have no access lists.
  public var accessRef: Unmanaged<SecAccess>?
  /// Ignored: a key says itself what it can do.
  public var keyUsage: Unmanaged<CFArray>?
  /// Attributes, of which none may be `kSecAttrIsPermanent`: nothing is stored.
  public var keyAttributes: Unmanaged<CFArray>?

  /// Parameters that say nothing.
  public init() {
    self.init(
      version: 0, flags: [], passphrase: nil, alertTitle: nil, alertPrompt: nil, accessRef: nil,
      keyUsage: nil, keyAttributes: nil)
  }

  /// Parameters with all of their parts.
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
