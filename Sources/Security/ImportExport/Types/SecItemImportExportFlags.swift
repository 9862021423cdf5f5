/// Options of an export.
public struct SecItemImportExportFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PEM instead of DER.
  public static let pemArmour = SecItemImportExportFlags(rawValue: 1)
}
