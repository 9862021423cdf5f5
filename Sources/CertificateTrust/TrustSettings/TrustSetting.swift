/// What was decided about a certificate for some uses: a usage constraints dictionary
/// (keys-and-certificates 4.7).
///
/// A constraint that is absent constrains nothing.
package struct TrustSetting: Sendable, Hashable {
  /// What follows for a certificate. The raw values are those of `SecTrustSettingsResult`.
  package enum Result: Int32, Sendable, CaseIterable {
    /// Trusted, as a root that is signed by itself.
    case trustRoot = 1
    /// Trusted as if it were a root.
    case trustAsRoot = 2
    /// Not trusted, whoever signed it.
    case deny = 3
    /// Neither; allowed errors may be said all the same.
    case unspecified = 4
  }

  /// The object identifier of a policy, in numbers with dots.
  package var policy: String?

  /// The host of TLS, or the address of mail.
  package var policyString: String?

  /// Bits for what the key is used for.
  package var keyUsage: UInt32?

  /// A status that is no failure for this certificate.
  package var allowedError: Int32?

  /// Nil says the same as `.trustRoot`.
  package var result: Result?

  /// What another system wrote beside these.
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

  /// What a name of the policy beside its identifier says is not looked at.
  package static let policyNameKey = "kSecTrustSettingsPolicyName"

  /// Whether there are constraints that cannot be checked here, a program of another system for example.
  package var hasUnknownConstraints: Bool { others.keys.contains { $0 != Self.policyNameKey } }
}

extension TrustSetting {
  /// Whether the setting is for a use of a certificate.
  ///
  /// What cannot be checked narrows trust to nothing, and no denial.
  ///
  /// - Parameter isLeaf: Whether the certificate's own key is used, and not to sign certificates.
  func applies(to policy: TrustPolicy, isLeaf: Bool) -> Bool {
    guard effectiveResult == .deny || !hasUnknownConstraints else { return false }
    if let wanted = self.policy, wanted != policy.objectIdentifier { return false }
    if let policyString, !policy.isNamed(policyString) { return false }
    guard let keyUsage else { return true }
    let uses = isLeaf ? policy.keyUses : .signCertificates
    return !uses.isDisjoint(with: TrustKeyUsage(rawValue: keyUsage))
  }
}
