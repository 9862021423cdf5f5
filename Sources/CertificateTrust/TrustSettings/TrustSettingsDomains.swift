package import KeychainModel
package import X509Certificates

/// The trust settings of several domains, for an evaluation. Earlier domains in the list have precedence.
package struct TrustSettingsDomains: Sendable {
  package let lists: [TrustSettingsList]

  package init(_ lists: [TrustSettingsList]) { self.lists = lists }

  /// The decision about a certificate.
  struct Decision {
    /// Whether the certificate is trusted; nil when no setting decides.
    var isTrusted: Bool?
    var allowedErrors: Set<Int32> = []
  }

  /// The decision about a use of a certificate. The first domain that trusts or denies the certificate decides. The
  /// allowed errors of this domain and of earlier domains are combined.
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

  /// Whether trust settings deny a leaf for any of these policies.
  package func deny(
    leaf: Certificate, for policies: [TrustPolicy]
  ) throws(KeychainError) -> Bool {
    for policy in policies {
      if try decision(on: leaf, for: policy, isLeaf: true).isTrusted == false { return true }
    }
    return false
  }

  /// Whether any trust setting denies a certificate.
  var haveDenials: Bool {
    lists.contains { list in
      list.records.values.contains { !$0.denials.isEmpty }
        || list.defaultRoot?.denials.isEmpty == false
    }
  }

  /// The certificates in the records of all domains.
  var certificates: [Certificate] { lists.flatMap { $0.records.values.compactMap(\.certificate) } }
}

/// The domains of trust settings. The raw values equal the constants of `SecTrustSettingsDomain`.
package enum TrustSettingsDomain: Int32, Sendable, CaseIterable {
  /// The settings of the user of this process.
  case user = 0
  /// The administrator's settings. They apply to all users of the machine.
  case admin = 1
  /// The settings for the authorities of the distribution. These settings cannot be changed.
  case system = 2
}
