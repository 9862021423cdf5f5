import KeychainModel
import KeychainStore
import PublicKeys
import RowSealing
import Vault

/// Walks from certificates to those of their issuers, among the local ones of the caller's groups
/// (secitem 8).
final class IssuerChains {
  private let groups: GroupScope
  private let session: ItemSession

  /// For names of issuers whether they lead to a wanted one.
  private var leading: [[UInt8]: Bool] = [:]

  /// For names of issuers the certificates above.
  private var ladders: [[UInt8]: [Certificate]] = [:]

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
        for (attributes, _) in try certificates(named: name, contents: false) {
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

  /// The certificates from which a path may be built upwards from one.
  func above(_ certificate: Certificate) throws(KeychainError) -> [Certificate] {
    let issuer = certificate.issuer.normalizedContent
    if let known = ladders[issuer] { return known }
    let found = try above(issuer)
    ladders[issuer] = found
    return found
  }

  private func above(_ issuer: [UInt8]) throws(KeychainError) -> [Certificate] {
    var found: [Certificate] = []
    var names = [issuer]
    var seen: Set<[UInt8]> = []
    while let name = names.popLast(), found.count < Self.depth * 4 {
      guard seen.insert(name).inserted else { continue }
      for item in try certificates(named: name, contents: true) {
        guard let der = item.data, let one = try? Certificate(der: der) else { continue }
        found.append(one)
        names.append(one.issuer.normalizedContent)
      }
    }
    return found
  }

  private func certificates(
    named subject: [UInt8], contents: Bool
  ) throws(KeychainError) -> [(attributes: AttributeSet, data: [UInt8]?)] {
    let query = ItemQuery(.certificate, attributes: AttributeSet([.subject: .data(subject)]))
    guard let plan = MatchPlan(query, groups) else { return [] }
    var found: [(attributes: AttributeSet, data: [UInt8]?)] = []
    try MatchingRows(plan: plan, session: session, readsAttributes: true, skipsGuarded: true)
      .forEach { (row, content) throws(KeychainError) in
        var data: [UInt8]?
        if contents { data = try readable(row, content) }
        found.append((content.attributes, data))
        return true
      }
    return found
  }

  /// What a row holds; nil when that is damaged.
  private func readable(
    _ row: StoredRow, _ content: OpenedRow
  ) throws(KeychainError) -> [UInt8]? {
    do throws(KeychainError) {
      return try session.openSecret(of: row, content, .certificate).data
    } catch {
      guard error.code == .decode else { throw error }
      return nil
    }
  }
}
