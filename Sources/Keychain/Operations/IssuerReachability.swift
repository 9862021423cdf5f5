import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Follows certificates to their issuers, among the certificates in the keychain that are in the
/// caller's groups (specification: secitem 8).
final class IssuerReachability {
  private let groups: GroupScope
  private let session: ItemSession

  /// The cached results for names of issuers. The value is true if a chain from the name leads to a name in `wanted`.
  private var reachable: [[UInt8]: Bool] = [:]

  /// The largest number of issuer levels that a search follows.
  private static let depth = 10

  init(groups: GroupScope, session: ItemSession) {
    self.groups = groups
    self.session = session
  }

  /// Whether `issuer`, or an issuer further up the chain, is in `wanted`. The search does not continue above a
  /// self-issued certificate.
  func reaches(
    from issuer: [UInt8], of subject: AttributeValue?, to wanted: Set<[UInt8]>
  ) throws(KeychainError) -> Bool {
    if wanted.contains(issuer) { return true }
    guard subject != .data(issuer) else { return false }
    return try isReachable(issuer, to: wanted)
  }

  /// Searches upwards, level by level, and caches the result. A positive result is cached only for the name `start`,
  /// because the other visited names may lead to other names. A negative result is cached for all visited names, if
  /// every path upwards was followed to its end.
  private func isReachable(
    _ start: [UInt8], to wanted: Set<[UInt8]>
  ) throws(KeychainError) -> Bool {
    if let known = reachable[start] { return known }
    var seen: Set<[UInt8]> = [start]
    var level = [start]
    for _ in 0..<Self.depth {
      var above: [[UInt8]] = []
      for name in level {
        for issuer in try issuers(ofCertificatesNamed: name) {
          if wanted.contains(issuer) {
            reachable[start] = true
            return true
          }
          if reachable[issuer] != false, !seen.contains(issuer) {
            seen.insert(issuer)
            above.append(issuer)
          }
        }
      }
      level = above
    }
    reachable[start] = false
    if level.isEmpty { for name in seen { reachable[name] = false } }
    return false
  }

  private func issuers(ofCertificatesNamed subject: [UInt8]) throws(KeychainError) -> Set<[UInt8]> {
    let query = ItemQuery(.certificate, attributes: AttributeSet([.subject: .data(subject)]))
    guard let plan = MatchPlan(query, groups) else { return [] }
    var found: Set<[UInt8]> = []
    try MatchingRows(plan: plan, session: session, readsAttributes: true, skipsGuarded: true)
      .forEach { (_, content) throws(KeychainError) in
        if case .data(let issuer)? = content.attributes[.issuer], !found.contains(issuer) {
          found.insert(issuer)
        }
        return true
      }
    return found
  }
}
