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
