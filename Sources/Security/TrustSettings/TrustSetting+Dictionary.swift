import Foundation
import KeychainModel
import CertificateTrust
import PropertyLists

/// Converts settings from and to the dictionaries of the public functions.
extension TrustSetting {
  /// Reads the argument of `SecTrustSettingsSetTrustSettings`.
  ///
  /// - Throws: `.parameter` for an invalid object, key or value.
  static func list(_ object: CFTypeRef?) throws(KeychainError) -> [TrustSetting] {
    guard let object else { return [] }
    if let one = object as? NSDictionary { return [try TrustSetting(one)] }
    guard let array = object as? NSArray else { throw wrongType }
    var settings: [TrustSetting] = []
    for member in array {
      guard let one = member as? NSDictionary else { throw wrongType }
      settings.append(try TrustSetting(one))
    }
    return settings
  }

  private static var wrongType: KeychainError {
    KeychainError(.parameter, "a trust setting has a key or a value that it cannot have")
  }

  private init(_ dictionary: NSDictionary) throws(KeychainError) {
    self.init()
    for (key, value) in dictionary {
      guard let key = key as? NSString else { throw Self.wrongType }
      switch (key as String, value) {
      case (kSecTrustSettingsPolicy, let value as SecPolicy):
        policy = value.policy.objectIdentifier
      case (kSecTrustSettingsPolicy, let value as NSString): policy = value as String
      case (kSecTrustSettingsPolicyString, let value as NSString):
        policyString = value as String
      case (kSecTrustSettingsKeyUsage, let value as NSNumber):
        keyUsage = try Self.bits(value)
      case (kSecTrustSettingsAllowedError, let value as NSNumber):
        allowedError = Int32(bitPattern: try Self.bits(value))
      case (kSecTrustSettingsResult, let value as NSNumber):
        guard let result = Result(rawValue: Int32(bitPattern: try Self.bits(value))) else {
          throw Self.wrongType
        }
        self.result = result
      // A setting from macOS may contain the data that identify an application, and the name of a policy. Latchkey
      // keeps both values, so that a program can store the setting again.
      case (kSecTrustSettingsApplication, let value as NSData):
        others[kSecTrustSettingsApplication] = .data(Array(value as Data))
      case (Self.policyNameKey, let value as NSString):
        others[Self.policyNameKey] = .string(value as String)
      default: throw Self.wrongType
      }
    }
  }

  /// Reads 32 bits from a signed or an unsigned number.
  private static func bits(_ number: NSNumber) throws(KeychainError) -> UInt32 {
    if let bits = UInt32(exactly: number) { return bits }
    guard let signed = Int32(exactly: number) else { throw wrongType }
    return UInt32(bitPattern: signed)
  }

  /// The dictionary that `SecTrustSettingsCopyTrustSettings` returns.
  var dictionary: NSDictionary {
    let result = NSMutableDictionary()
    func set(_ value: Any, _ key: String) { result.setObject(value, forKey: NSString(string: key)) }
    for (key, value) in others { set(value.object, key) }
    if let policy {
      let known = PolicyIdentifier.policy(NSString(string: policy), nil)
      set(known.map { SecPolicy($0) } ?? NSString(string: policy), kSecTrustSettingsPolicy)
    }
    if let policyString { set(NSString(string: policyString), kSecTrustSettingsPolicyString) }
    if let keyUsage {
      set(NSNumber(value: Int32(bitPattern: keyUsage)), kSecTrustSettingsKeyUsage)
    }
    if let allowedError { set(NSNumber(value: allowedError), kSecTrustSettingsAllowedError) }
    if let value = self.result {
      set(NSNumber(value: value.rawValue), kSecTrustSettingsResult)
    }
    return result
  }
}

extension PropertyListValue {
  /// The value as a Foundation object.
  fileprivate var object: Any {
    switch self {
    case .string(let text): NSString(string: text)
    case .data(let bytes): NSData(data: Data(bytes))
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let flag): NSNumber(value: flag)
    case .date(let date): NSDate(timeIntervalSinceReferenceDate: date)
    case .array(let members): members.map(\.object) as NSArray
    case .dictionary(let entries): NSDictionary(dictionary: entries.mapValues(\.object))
    }
  }
}
