package import KeychainModel
package import X509Certificates

/// The trust settings for an evaluation, in several domains. Earlier domains have precedence.
package struct TrustSettingsDomains: Sendable {
  package let lists: [TrustSettingsList]

  package init(_ lists: [TrustSettingsList]) { self.lists = lists }

  /// The decision about a certificate.
  struct Decision {
    /// Nil when no setting decides.
    var isTrusted: Bool?
    var allowedErrors: Set<Int32> = []
  }

  /// The decision about a use of a certificate. The first domain that trusts or denies it decides.
  /// The errors that this domain and earlier domains allow are combined.
  func decision(
    on certificate: Certificate, for policy: TrustPolicy, isLeaf: Bool
  ) throws(KeychainError) -> Decision {
    var decision = Decision()
    var isRoot: Bool?
    for list in lists {
      var found = try list.decidingSettings(of: certificate)
      if found == nil, let defaultRoot = list.defaultRoot {
        let isSelfSigned = isRoot ?? certificate.isSelfSigned
        isRoot = isSelfSigned
        if isSelfSigned { found = defaultRoot.effectiveSettings }
      }
      guard let found else { continue }
      let settings = found.filter { $0.applies(to: policy, isLeaf: isLeaf) }
      decision.allowedErrors.formUnion(settings.compactMap(\.allowedError))
      let results = Set(settings.map(\.effectiveResult))
      if results.contains(.deny) {
        decision.isTrusted = false
        return decision
      }
      guard results.contains(.trustRoot) || results.contains(.trustAsRoot) else { continue }
      let isSelfSigned = isRoot ?? certificate.isSelfSigned
      isRoot = isSelfSigned
      if results.contains(isSelfSigned ? .trustRoot : .trustAsRoot) {
        decision.isTrusted = true
        return decision
      }
    }
    return decision
  }

  /// Whether a leaf is denied for any of these policies.
  package func deny(
    leaf: Certificate, for policies: [TrustPolicy]
  ) throws(KeychainError) -> Bool {
    for policy in policies {
      if try decision(on: leaf, for: policy, isLeaf: true).isTrusted == false { return true }
    }
    return false
  }

  /// Whether any setting denies a certificate.
  var haveDenials: Bool {
    lists.contains { list in
      list.records.values.contains { !$0.denials.isEmpty }
        || list.defaultRoot?.denials.isEmpty == false
    }
  }

  /// The certificates in the records.
  var certificates: [Certificate] { lists.flatMap { $0.records.values.compactMap(\.certificate) } }
}

/// The owner of trust settings. The raw values equal the constants of `SecTrustSettingsDomain`.
package enum TrustSettingsDomain: Int32, Sendable, CaseIterable {
  /// The user of this process.
  case user = 0
  /// The administrator of the machine, for all users.
  case admin = 1
  /// The authorities of the distribution. These settings cannot be changed.
  case system = 2
}
