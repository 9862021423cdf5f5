package import X509Certificates
package import KeychainModel

/// The decisions that count for a judgement: those of several domains, the first asked first.
package struct TrustSettingsDomains: Sendable {
  package let lists: [TrustSettingsList]

  package init(_ lists: [TrustSettingsList]) { self.lists = lists }

  /// What follows for a certificate.
  struct Decision {
    /// Nil when nobody decided.
    var isTrusted: Bool?
    var allowedErrors: Set<Int32> = []
  }

  /// What was decided about a use of a certificate: by the first domain that decided.
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

  /// Whether anything is denied.
  var haveDenials: Bool {
    lists.contains { list in
      list.records.values.contains { !$0.denials.isEmpty }
        || list.defaultRoot?.denials.isEmpty == false
    }
  }

  /// The certificates that came with a decision.
  var certificates: [Certificate] { lists.flatMap { $0.records.values.compactMap(\.certificate) } }
}
