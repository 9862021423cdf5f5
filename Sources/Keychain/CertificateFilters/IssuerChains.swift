import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Walks from certificates to those of their issuers, among the local ones of the caller's groups
/// (secitem 8).
final class IssuerChains {
  private let groups: GroupScope
  private let session: ItemSession

  /// For names of issuers whether they lead to a wanted one.
  private var leading: [[UInt8]: Bool] = [:]

  /// How far a walk goes.
  private static let depth = 10

  init(groups: GroupScope, session: ItemSession) {
    self.groups = groups
    self.session = session
  }

  /// Whether the issuer is wanted, or one on the way up from it. A certificate that issued itself leads
  /// nowhere else.
  func lead(
    from issuer: [UInt8], of subject: AttributeValue?, to wanted: Set<[UInt8]>
  ) throws(KeychainError) -> Bool {
    if wanted.contains(issuer) { return true }
    guard subject != .data(issuer) else { return false }
    return try leads(issuer, to: wanted)
  }

  /// Goes up level by level. What it finds out holds for whoever asks next: that a name leads somewhere for
  /// that name alone, because others are nearer or farther; that names lead nowhere if every way up from them
  /// was gone to its end.
  private func leads(
    _ start: [UInt8], to wanted: Set<[UInt8]>
  ) throws(KeychainError) -> Bool {
    if let known = leading[start] { return known }
    var seen: Set<[UInt8]> = [start]
    var level = [start]
    for _ in 0..<Self.depth {
      var above: [[UInt8]] = []
      for name in level {
        for attributes in try certificates(named: name) {
          guard case .data(let issuer)? = attributes[.issuer] else { continue }
          if wanted.contains(issuer) {
            leading[start] = true
            return true
          }
          if leading[issuer] != false, seen.insert(issuer).inserted { above.append(issuer) }
        }
      }
      level = above
    }
    leading[start] = false
    if level.isEmpty { for name in seen { leading[name] = false } }
    return false
  }

  private func certificates(named subject: [UInt8]) throws(KeychainError) -> [AttributeSet] {
    let query = ItemQuery(.certificate, attributes: AttributeSet([.subject: .data(subject)]))
    guard let plan = MatchPlan(query, groups) else { return [] }
    var found: [AttributeSet] = []
    try MatchingRows(plan: plan, session: session, readsAttributes: true, skipsGuarded: true)
      .forEach { (_, content) in
        found.append(content.attributes)
        return true
      }
    return found
  }
}
