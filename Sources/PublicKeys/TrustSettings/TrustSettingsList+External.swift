package import KeychainModel

/// The external form: a property list (keys-and-certificates 4.7). What stores the settings is the same.
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

  /// Reads the external form.
  ///
  /// - Throws: `.invalidTrustSettings` when anything in it is missing, of another type or unknown: half
  ///   of the decisions would be others.
  package init(external bytes: [UInt8]) throws(KeychainError) {
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

  /// The external form, certificates and all.
  package var external: [UInt8] {
    var list = records.mapValues(Self.value)
    if let defaultRoot { list[Key.defaultRoot] = Self.value(defaultRoot) }
    var top: [String: PropertyListValue] = [
      Key.version: .integer(Self.version), Key.list: .dictionary(list),
    ]
    if disablesUsers { top[Key.disablesUsers] = .boolean(true) }
    return PropertyListWriter.write(.dictionary(top))
  }

  private static func value(_ record: TrustSettingsRecord) -> PropertyListValue {
    var entries: [String: PropertyListValue] = [
      Key.issuer: .data(record.issuerName), Key.serialNumber: .data(record.serialNumber),
      Key.settings: .array(record.settings.map(\.external)),
    ]
    if let modified = record.modified { entries[Key.modified] = .date(modified) }
    if let certificate = record.certificate {
      entries[Key.certificate] = .data(certificate.der)
    }
    return .dictionary(entries)
  }
}
