import KeychainModel
import KeychainStore
import Vault

/// Performs a delete of identities: their certificates, and those of their keys that no other certificate
/// needs (secitem 3.7).
final class IdentityDeletion {
  let request: DeleteRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: DeleteRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  /// A private key, and what its certificates have as hash of the public key.
  private struct Key {
    let row: StoredRow
    let publicKeyHash: AttributeValue
  }

  /// Deletes the identities, and says whether a synchronizable item was among their halves.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; `.missingEntitlement` for a group that is not
  ///   the caller's.
  func run(_ session: ItemSession) throws(KeychainError) -> Bool {
    let query = request.query
    let groups = try caller.groupsToChange(
      named: query.attributes[.accessGroup]?.text, namesItems: query.namesItems)
    var certificates: [StoredRow] = []
    var keys: [Key] = []
    var seen: Set<RowIdentifier> = []
    let found = try IdentityJoin(
      query: query, groups: groups, issuerGroups: try caller.groupsToSearch(named: nil),
      session: session, changesItems: true, passesLocked: true
    ).rows()
    try query.checkCount(found.count)
    for rows in found {
      if seen.insert(rows.certificate.identifier).inserted { certificates.append(rows.certificate) }
      guard let hash = rows.certificateContent.attributes[.publicKeyHash] else { continue }
      if seen.insert(rows.key.identifier).inserted {
        keys.append(Key(row: rows.key, publicKeyHash: hash))
      }
    }
    // Who has the identity may delete what is left of it.
    if certificates.isEmpty, query.isOfObject, !query.isFiltered, query.itemLists.isEmpty {
      (certificates, keys) = try halves(groups, session)
      try query.checkCount(max(certificates.count, keys.count))
    }
    let deleted = try delete(certificates, keys, session)
    guard !deleted.isEmpty else { throw ItemSearch.notFound }
    return deleted.contains(where: \.isSynchronizable)
  }

  /// The certificate or the key of the identity that the caller has, where the other one is gone. Where
  /// both are there, something else of the query says that they are not meant.
  private func halves(
    _ groups: GroupScope, _ session: ItemSession
  ) throws(KeychainError) -> ([StoredRow], [Key]) {
    guard let halves = IdentityQuery(request.query, changesItems: true),
      let hash = halves.certificate.attributes[.publicKeyHash],
      // An identity names its certificate, a key does not.
      halves.certificate.attributes[.serialNumber] != nil
    else { return ([], []) }
    let visible = try caller.groupsToSearch(named: nil)
    let allKeys = ItemQuery(
      .key, attributes: AttributeSet([.applicationLabel: hash, .keyClass: .number(1)]),
      isSynchronizable: nil)
    let allCertificates = ItemQuery(
      .certificate, attributes: AttributeSet([.publicKeyHash: hash]), isSynchronizable: nil)
    let isWhole =
      try isThere(allKeys, visible, session)
      ? isThere(allCertificates, visible, session) : false
    guard !isWhole else { return ([], []) }
    let certificates = try rows(halves.certificate, groups, session)
    let keys = try rows(halves.keys(of: hash), groups, session)
    return (certificates, keys.map { Key(row: $0, publicKeyHash: hash) })
  }

  private func rows(
    _ query: ItemQuery, _ groups: GroupScope, _ session: ItemSession,
    passesUnreadable: Bool = false
  ) throws(KeychainError) -> [StoredRow] {
    guard let plan = MatchPlan(query, groups) else { return [] }
    var found: [StoredRow] = []
    try MatchingRows(
      plan: plan, session: session, passesLocked: true, passesUnreadable: passesUnreadable
    ).forEach { (row, _) in
      found.append(row)
      return true
    }
    return found
  }

  /// Whether anything is there, also what cannot be read now and may come back.
  private func isThere(
    _ query: ItemQuery, _ groups: GroupScope, _ session: ItemSession
  ) throws(KeychainError) -> Bool {
    try !rows(query, groups, session, passesUnreadable: true).isEmpty
  }

  private func delete(
    _ certificates: [StoredRow], _ keys: [Key], _ session: ItemSession
  ) throws(KeychainError) -> [StoredRow] {
    var deleted = certificates
    for row in certificates { try half(.certificate).delete(row, session) }
    // Every certificate that the caller sees counts, also those that it may not delete.
    let visible = try caller.groupsToSearch(named: nil)
    for key in keys {
      let query = ItemQuery(
        .certificate, attributes: AttributeSet([.publicKeyHash: key.publicKeyHash]),
        isSynchronizable: nil)
      if try isThere(query, visible, session) { continue }
      try half(.key).delete(key.row, session)
      deleted.append(key.row)
    }
    return deleted
  }

  private func half(_ itemClass: ItemClass) -> ItemDeletion {
    ItemDeletion(
      request: DeleteRequest(ItemQuery(itemClass), leavesTombstones: request.leavesTombstones),
      caller: caller, clock: clock)
  }
}
