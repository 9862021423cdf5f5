import X509Certificates
import KeychainModel
import PropertyLists

/// The external form of a setting.
extension TrustSetting {
  private enum Key {
    static let policy = "kSecTrustSettingsPolicy"
    static let policyString = "kSecTrustSettingsPolicyString"
    static let keyUsage = "kSecTrustSettingsKeyUsage"
    static let allowedError = "kSecTrustSettingsAllowedError"
    static let result = "kSecTrustSettingsResult"
  }

  /// Reads the external form of a setting.
  ///
  /// - Throws: `.invalidTrustSettings` when an entry has a wrong type or an unknown value.
  init(external value: PropertyListValue) throws(KeychainError) {
    guard case .dictionary(let entries) = value else { throw TrustSettingsList.invalid }
    for (key, value) in entries {
      switch (key, value) {
      case (Key.policy, .data(let octets)):
        // The identifier is accepted only if `external()` would write the same octets.
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

  /// The 32 bits of a signed or unsigned number; nil when the number does not fit into 32 bits.
  private static func bits(_ number: Int64) -> UInt32? {
    UInt32(exactly: number) ?? Int32(exactly: number).map { UInt32(bitPattern: $0) }
  }

  /// Writes the external form of the setting.
  ///
  /// - Throws: `.invalidTrustSettings` for a policy that cannot be written. A setting without its policy would apply to
  ///   every policy.
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
    // The key usage is written as a signed number, like the other 32-bit numbers.
    if let keyUsage { entries[Key.keyUsage] = .integer(Int64(Int32(bitPattern: keyUsage))) }
    if let allowedError { entries[Key.allowedError] = .integer(Int64(allowedError)) }
    if let result { entries[Key.result] = .integer(Int64(result.rawValue)) }
    return .dictionary(entries)
  }
}
