/// Options of an export.
public struct SecItemImportExportFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The export has the PEM format instead of DER.
  public static let pemArmour = SecItemImportExportFlags(rawValue: 1)
}
