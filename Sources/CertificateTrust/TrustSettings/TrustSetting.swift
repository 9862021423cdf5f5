package import KeychainModel
package import X509Certificates
package import PropertyLists

/// A decision about a certificate for some uses: a usage constraints dictionary (specification: keys-and-certificates
/// 4.7).
///
/// The properties `policy`, `policyString` and `keyUsage` limit the uses. If such a property is nil, it does not limit
/// the uses.
package struct TrustSetting: Sendable, Hashable {
  /// The result for a certificate. The raw values equal the constants of `SecTrustSettingsResult`.
  package enum Result: Int32, Sendable, CaseIterable {
    /// The certificate is trusted as a self-signed root.
    case trustRoot = 1
    /// The certificate is trusted as if it were a root.
    case trustAsRoot = 2
    /// The certificate is not trusted, regardless of its signer.
    case deny = 3
    /// The setting neither trusts nor denies the certificate. The setting may still allow errors.
    case unspecified = 4
  }

  /// The object identifier of a policy, as decimal numbers separated by dots.
  package var policy: String?

  /// The host name for TLS, or the mail address for a mail policy.
  package var policyString: String?

  /// The allowed uses of the key, as the bits of `SecTrustSettingsKeyUsage`.
  package var keyUsage: UInt32?

  /// The status of an error that is allowed for this certificate.
  package var allowedError: Int32?

  /// The result of the setting. Nil means the same as `.trustRoot`.
  package var result: Result?

  /// Entries that Latchkey does not know. Another system wrote these entries.
  package var others: [String: PropertyListValue] = [:]

  package init(
    policy: String? = nil, policyString: String? = nil, keyUsage: UInt32? = nil,
    allowedError: Int32? = nil, result: Result? = nil
  ) {
    self.policy = policy
    self.policyString = policyString
    self.keyUsage = keyUsage
    self.allowedError = allowedError
    self.result = result
  }

  package var effectiveResult: Result { result ?? .trustRoot }

  /// The key of the entry with a policy's name. The entry is ignored, because the setting also contains the policy's
  /// object identifier.
  package static let policyNameKey = "kSecTrustSettingsPolicyName"

  /// Whether there are constraints that Latchkey cannot check. For example, another system can limit a setting to one
  /// application.
  package var hasUnknownConstraints: Bool { others.keys.contains { $0 != Self.policyNameKey } }
}

extension TrustSetting {
  /// Whether the setting applies to a use of a certificate.
  ///
  /// A setting with a constraint that cannot be checked applies only if the result of the setting is `.deny`.
  ///
  /// - Parameter isLeaf: Whether the certificate is a leaf. The use of any other certificate is to sign certificates.
  func applies(to policy: TrustPolicy, isLeaf: Bool) -> Bool {
    guard effectiveResult == .deny || !hasUnknownConstraints else { return false }
    if let wanted = self.policy, wanted != policy.objectIdentifier { return false }
    if let policyString, !policy.isNamed(policyString) { return false }
    guard let keyUsage else { return true }
    let uses = isLeaf ? policy.keyUses : .signCertificates
    return !uses.isDisjoint(with: TrustKeyUsage(rawValue: keyUsage))
  }
}

extension TrustSetting {
  /// Rejects a setting that would have no effect or an unintended effect.
  ///
  /// - Throws: `.parameter`.
  package func check(for certificate: Certificate) throws(KeychainError) {
    switch effectiveResult {
    case .trustRoot where !certificate.isSelfSigned:
      throw KeychainError(
        .parameter, "only a root, which is signed by itself, can be trusted as one: trustRoot")
    case .trustAsRoot where certificate.isSelfSigned:
      throw KeychainError(.parameter, "trustAsRoot is for certificates that are no roots")
    default: break
    }
    if let policy, ObjectIdentifierText.octets(policy) == nil {
      throw KeychainError(.parameter, "the policy of a trust setting is no object identifier")
    }
    if let policyString, policyString.isEmpty || !PropertyListWriter.canWrite(policyString) {
      throw KeychainError(.parameter, "the policy string of a trust setting is no text")
    }
    guard keyUsage != 0 else {
      throw KeychainError(.parameter, "a trust setting for no key usage has no effect")
    }
  }
}

/// The uses of a key, as the bits of `SecTrustSettingsKeyUsage`.
struct TrustKeyUsage: OptionSet, Sendable {
  let rawValue: UInt32

  static let signature = TrustKeyUsage(rawValue: 1)
  static let enDecryptData = TrustKeyUsage(rawValue: 2)
  static let enDecryptKey = TrustKeyUsage(rawValue: 4)
  static let signCertificates = TrustKeyUsage(rawValue: 8)
  static let keyExchange = TrustKeyUsage(rawValue: 0x20)
}

extension TrustPolicy {
  /// The ways in which the policy uses the key of a leaf.
  var keyUses: TrustKeyUsage {
    switch self {
    case .codeSigning, .timeStamping: .signature
    case .tls: [.signature, .enDecryptKey, .keyExchange]
    case .basic, .mail, .revocation: [.signature, .enDecryptData, .enDecryptKey, .keyExchange]
    }
  }

  /// Whether the string in a setting equals the policy's host name (TLS) or mail address (mail).
  func isNamed(_ text: String) -> Bool {
    switch self {
    case .tls(_, let host?): Self.hostText(host) == Self.hostText(text)
    case .mail(let address?): address.lowercased() == text.lowercased()
    default: false
    }
  }

  /// A host name in lower case, without a dot at its end.
  private static func hostText(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}

/// The errors that a trust setting can allow.
package enum AllowedErrors {
  /// The allowed errors that the command `security` names `certExpired` and `hostnameMismatch`. The values are error
  /// numbers of an older interface (specification: keys-and-certificates 7.7).
  package static let certificateExpired: Int32 = -2_147_409_654
  package static let hostnameMismatch: Int32 = -2_147_408_896

  /// Whether a trust setting with the error number `number` allows the failure of a check.
  static func allow(_ check: TrustCheck, _ number: Int32) -> Bool {
    switch number {
    case certificateExpired: check == .validity
    case hostnameMismatch: check == .hostname
    default: check.status == number
    }
  }
}
