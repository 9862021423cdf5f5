/// A decision about a certificate for some uses: a usage constraints dictionary
/// (keys-and-certificates 4.7).
///
/// An absent constraint allows every value.
package struct TrustSetting: Sendable, Hashable {
  /// The result for a certificate. The raw values equal the constants of `SecTrustSettingsResult`.
  package enum Result: Int32, Sendable, CaseIterable {
    /// The certificate is trusted as a self-signed root.
    case trustRoot = 1
    /// The certificate is trusted as if it were a root.
    case trustAsRoot = 2
    /// The certificate is not trusted, regardless of its signer.
    case deny = 3
    /// No result. The setting may still allow errors.
    case unspecified = 4
  }

  /// The object identifier of a policy, as numbers with dots.
  package var policy: String?

  /// The host of TLS, or the address of mail.
  package var policyString: String?

  /// The uses of the key, as bits.
  package var keyUsage: UInt32?

  /// A status that is not a failure for this certificate.
  package var allowedError: Int32?

  /// Nil means the same as `.trustRoot`.
  package var result: Result?

  /// Other entries, which another system wrote.
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

  /// The key of a policy's name. The name is ignored, because the identifier is given, too.
  package static let policyNameKey = "kSecTrustSettingsPolicyName"

  /// Whether there are constraints that cannot be checked here, such as a program of another system.
  package var hasUnknownConstraints: Bool { others.keys.contains { $0 != Self.policyNameKey } }
}

extension TrustSetting {
  /// Whether the setting applies to a use of a certificate.
  ///
  /// If a constraint cannot be checked, a setting that trusts does not apply, but a setting that
  /// denies does.
  ///
  /// - Parameter isLeaf: Whether the certificate's own key is used for something other than signing
  ///   certificates.
  func applies(to policy: TrustPolicy, isLeaf: Bool) -> Bool {
    guard effectiveResult == .deny || !hasUnknownConstraints else { return false }
    if let wanted = self.policy, wanted != policy.objectIdentifier { return false }
    if let policyString, !policy.isNamed(policyString) { return false }
    guard let keyUsage else { return true }
    let uses = isLeaf ? policy.keyUses : .signCertificates
    return !uses.isDisjoint(with: TrustKeyUsage(rawValue: keyUsage))
  }
}
