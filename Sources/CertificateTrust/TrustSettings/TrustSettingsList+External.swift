import X509Certificates
package import KeychainModel
import PropertyLists

/// The external form of a trust settings list: a property list (specification: keys-and-certificates 4.7). Trust
/// settings are also stored in this form.
extension TrustSettingsList {
  private enum Key {
    static let version = "trustVersion"
    static let list = "trustList"
    static let disablesUsers = "LatchkeyDisableUserTrustSettings"
    static let defaultRoot = "kSecTrustRecordDefaultRootCert"
    static let issuer = "issuerName"
    static let serialNumber = "serialNumber"
    static let modified = "modDate"
    static let settings = "trustSettings"
    static let certificate = "LatchkeyCertificate"
  }

  private static let version: Int64 = 1

  /// The size limit of the external form, in bytes. An administrator's settings are much smaller.
  package static let largestByteCount = 16 << 20

  /// Reads the external form.
  ///
  /// - Throws: `.invalidTrustSettings` when a part is missing, is unknown or has a wrong type, because trust settings
  ///   without this part could have another meaning. `.invalidTrustSettings`, without parsing `bytes`, when `bytes`
  ///   exceeds the size limit.
  package init(external bytes: [UInt8]) throws(KeychainError) {
    guard bytes.count <= Self.largestByteCount else {
      throw KeychainError(.invalidTrustSettings, "the trust settings are larger than any may be")
    }
    let content: PropertyListValue
    do throws(KeychainError) {
      content = try PropertyListReader.read(bytes)
    } catch {
      throw KeychainError(.invalidTrustSettings, "the trust settings are damaged: \(error.reason)")
    }
    guard case .dictionary(let top) = content, case .dictionary(let list)? = top[Key.list],
      top[Key.version] == .integer(Self.version),
      top.keys.allSatisfy({ [Key.version, Key.list, Key.disablesUsers].contains($0) })
    else { throw Self.invalid }
    switch top[Key.disablesUsers] {
    case .boolean(let flag)?: disablesUsers = flag
    case nil: break
    default: throw Self.invalid
    }
    for (key, value) in list {
      let record = try Self.record(value)
      if key == Key.defaultRoot {
        defaultRoot = record
        continue
      }
      guard key.utf8.count == 40, let digest = HexadecimalText.bytes(Array(key.utf8)) else {
        throw Self.invalid
      }
      let name = HexadecimalText.digits(digest)
      if let certificate = record.certificate, try Self.key(of: certificate) != name {
        throw Self.invalid
      }
      guard records.updateValue(record, forKey: name) == nil else { throw Self.invalid }
    }
  }

  private static func record(
    _ value: PropertyListValue
  ) throws(KeychainError) -> TrustSettingsRecord {
    guard case .dictionary(let entries) = value else { throw invalid }
    var issuerName: [UInt8] = []
    var serialNumber: [UInt8] = []
    var modified: Double?
    var settings: [TrustSetting] = []
    var certificate: Certificate?
    for (key, value) in entries {
      switch (key, value) {
      case (Key.issuer, .data(let bytes)): issuerName = bytes
      case (Key.serialNumber, .data(let bytes)): serialNumber = bytes
      case (Key.modified, .date(let date)): modified = date
      case (Key.settings, .array(let members)):
        for member in members { settings.append(try TrustSetting(external: member)) }
      case (Key.certificate, .data(let bytes)):
        guard let read = try? Certificate(der: bytes), read.der == bytes else { throw invalid }
        certificate = read
      default: throw invalid
      }
    }
    return TrustSettingsRecord(
      issuerName: issuerName, serialNumber: serialNumber, modified: modified, settings: settings,
      certificate: certificate)
  }

  static var invalid: KeychainError {
    KeychainError(.invalidTrustSettings, "the trust settings are damaged, or of an unknown form")
  }

  /// Writes the external form, including the certificates.
  ///
  /// - Throws: `.invalidTrustSettings` for a setting that cannot be written exactly.
  package func external() throws(KeychainError) -> [UInt8] {
    var list: [String: PropertyListValue] = [:]
    for (key, record) in records { list[key] = try Self.value(record) }
    if let defaultRoot { list[Key.defaultRoot] = try Self.value(defaultRoot) }
    var top: [String: PropertyListValue] = [
      Key.version: .integer(Self.version), Key.list: .dictionary(list),
    ]
    if disablesUsers { top[Key.disablesUsers] = .boolean(true) }
    return PropertyListWriter.write(.dictionary(top))
  }

  private static func value(
    _ record: TrustSettingsRecord
  ) throws(KeychainError) -> PropertyListValue {
    var settings: [PropertyListValue] = []
    for setting in record.settings { settings.append(try setting.external()) }
    var entries: [String: PropertyListValue] = [
      Key.issuer: .data(record.issuerName), Key.serialNumber: .data(record.serialNumber),
      Key.settings: .array(settings),
    ]
    if let modified = record.modified { entries[Key.modified] = .date(modified) }
    if let certificate = record.certificate {
      entries[Key.certificate] = .data(certificate.der)
    }
    return .dictionary(entries)
  }
}
