/// How keys are imported and exported.
public struct SecKeyImportExportFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// The flags with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Refuse data with more than one private key.
  public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1)
  /// Ask a person for the passphrase. Nobody is asked here: without a passphrase calls that need one
  /// answer `errSecPassphraseRequired`.
  public static let securePassphrase = SecKeyImportExportFlags(rawValue: 2)
  /// No access list. Keys have none here.
  public static let noAccessControl = SecKeyImportExportFlags(rawValue: 4)
}
