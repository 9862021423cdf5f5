import KeychainModel

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
      var found = try list.decidingRecord(of: certificate)
      if found == nil, list.defaultRoot != nil {
        let isSelfSigned = isRoot ?? certificate.isSelfSigned
        isRoot = isSelfSigned
        if isSelfSigned { found = list.defaultRoot }
      }
      guard let record = found else { continue }
      let settings = record.effectiveSettings.filter { $0.applies(to: policy, isLeaf: isLeaf) }
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

  /// The certificates that came with a decision.
  var certificates: [Certificate] { lists.flatMap { $0.records.values.compactMap(\.certificate) } }
}
