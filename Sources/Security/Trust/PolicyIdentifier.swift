import Foundation
import KeychainModel
import CertificateTrust

/// Converts between policies and their identifiers and properties.
enum PolicyIdentifier {
  static func of(_ policy: TrustPolicy) -> CFString {
    switch policy {
    case .basic: kSecPolicyAppleX509Basic
    case .tls: kSecPolicyAppleSSL
    case .mail: kSecPolicyAppleSMIME
    case .codeSigning: kSecPolicyAppleCodeSigning
    case .timeStamping: kSecPolicyAppleTimeStamping
    case .revocation: kSecPolicyAppleRevocation
    }
  }

  /// Returns the policy with an identifier and properties. Returns nil if the policy is not implemented, or if a
  /// property has the wrong type.
  static func policy(_ identifier: CFString, _ properties: NSDictionary?) -> TrustPolicy? {
    let values = KeyDictionary(properties ?? [:])
    var name: String?
    if let value = properties?.object(forKey: kSecPolicyName) {
      // A policy accepts exactly one host or address.
      let names = value as? NSArray ?? [value]
      guard names.count == 1, case .string(let text) = PropertyValue(names[0]) else { return nil }
      name = text
    }
    let isClient = values.flag(kSecPolicyClient) ?? false
    switch identifier {
    case kSecPolicyAppleX509Basic: return .basic
    case kSecPolicyAppleSSL: return .tls(isServer: !isClient, host: name)
    case kSecPolicyAppleSMIME: return .mail(address: name)
    case kSecPolicyAppleCodeSigning: return .codeSigning
    case kSecPolicyAppleTimeStamping: return .timeStamping
    case kSecPolicyAppleRevocation:
      guard let flags = values.number(kSecPolicyRevocationFlags) else { return nil }
      return UInt(exactly: flags).flatMap(revocation)
    default: return nil
    }
  }

  /// Returns the policy for revocation. Returns nil if `flags` is 0 or has unknown bits.
  static func revocation(_ flags: UInt) -> TrustPolicy? {
    flags == 0 || flags > 31 ? nil : .revocation(flags: flags)
  }

  /// Returns a policy with changed properties. Returns nil if the policy cannot have one of the properties.
  static func policy(_ policy: TrustPolicy, changing properties: NSDictionary) -> TrustPolicy? {
    guard let all = self.properties(of: policy).mutableCopy() as? NSMutableDictionary else {
      return nil
    }
    var names: [String] = []
    for (key, value) in properties.entries {
      guard let name = PropertyValue.text(key) else { return nil }
      all.setObject(value, forKey: NSString(string: name))
      names.append(name)
    }
    guard all.object(forKey: kSecPolicyOid) as? NSString == of(policy),
      let changed = self.policy(of(policy), all)
    else { return nil }
    let own = self.properties(of: changed)
    for name in names where own.object(forKey: NSString(string: name)) == nil {
      // The policy for a TLS server has no property `kSecPolicyClient`. This code nevertheless accepts the value false,
      // because false also means a server.
      let isServer = NSString(string: name) == kSecPolicyClient
      guard case .tls = changed, isServer, KeyDictionary(all).flag(kSecPolicyClient) == false else {
        return nil
      }
    }
    return changed
  }

  static func properties(of policy: TrustPolicy) -> NSDictionary {
    let result = NSMutableDictionary()
    result.setObject(of(policy), forKey: kSecPolicyOid)
    switch policy {
    case .tls(let isServer, let host):
      if let host { result.setObject(NSString(string: host), forKey: kSecPolicyName) }
      if !isServer { result.setObject(NSNumber(value: true), forKey: kSecPolicyClient) }
    case .mail(let address?):
      result.setObject(NSString(string: address), forKey: kSecPolicyName)
    case .revocation(let flags):
      result.setObject(NSNumber(value: flags), forKey: kSecPolicyRevocationFlags)
    default: break
    }
    return result
  }
}
