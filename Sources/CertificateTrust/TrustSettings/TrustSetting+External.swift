import X509Certificates
import KeychainModel

/// The external form of a setting.
extension TrustSetting {
  private enum Key {
    static let policy = "kSecTrustSettingsPolicy"
    static let policyString = "kSecTrustSettingsPolicyString"
    static let keyUsage = "kSecTrustSettingsKeyUsage"
    static let allowedError = "kSecTrustSettingsAllowedError"
    static let result = "kSecTrustSettingsResult"
  }

  /// - Throws: `.invalidTrustSettings`.
  init(external value: PropertyListValue) throws(KeychainError) {
    guard case .dictionary(let entries) = value else { throw TrustSettingsList.invalid }
    for (key, value) in entries {
      switch (key, value) {
      case (Key.policy, .data(let octets)):
        // Accept only an identifier that would be written again in the same way.
        if let text = ObjectIdentifierText.text(octets),
          ObjectIdentifierText.octets(text) == octets
        {
          policy = text
        } else {
          others[key] = value
        }
      case (Key.policyString, .string(let text)): policyString = text
      case (Key.keyUsage, .integer(let number)):
        guard let bits = Self.bits(number), bits != 0 else { throw TrustSettingsList.invalid }
        keyUsage = bits
      case (Key.allowedError, .integer(let number)):
        guard let bits = Self.bits(number) else { throw TrustSettingsList.invalid }
        allowedError = Int32(bitPattern: bits)
      case (Key.result, .integer(let number)):
        guard let raw = Int32(exactly: number), let known = Result(rawValue: raw) else {
          throw TrustSettingsList.invalid
        }
        result = known
      case (Key.policy, _), (Key.policyString, _), (Key.keyUsage, _), (Key.allowedError, _),
        (Key.result, _):
        throw TrustSettingsList.invalid
      default: others[key] = value
      }
    }
  }

  /// A signed or unsigned number of 32 bits.
  private static func bits(_ number: Int64) -> UInt32? {
    UInt32(exactly: number) ?? Int32(exactly: number).map { UInt32(bitPattern: $0) }
  }

  /// - Throws: `.invalidTrustSettings` for a policy that cannot be written. Without it, the setting would
  ///   apply to every policy.
  func external() throws(KeychainError) -> PropertyListValue {
    var entries = others
    if let policy {
      guard let octets = ObjectIdentifierText.octets(policy) else {
        throw KeychainError(
          .invalidTrustSettings, "the policy of a trust setting is no object identifier")
      }
      entries[Key.policy] = .data(octets)
    }
    if let policyString { entries[Key.policyString] = .string(policyString) }
    // Written as a signed number, like other numbers of 32 bits.
    if let keyUsage { entries[Key.keyUsage] = .integer(Int64(Int32(bitPattern: keyUsage))) }
    if let allowedError { entries[Key.allowedError] = .integer(Int64(allowedError)) }
    if let result { entries[Key.result] = .integer(Int64(result.rawValue)) }
    return .dictionary(entries)
  }
}
