import KeychainModel
import KeychainStore
import Vault

/// Deletes identities. Deletes the certificate of each identity, and the private key unless another certificate needs
/// the key (specification: secitem 3.7).
final class IdentityDeletion {
  let request: DeleteRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: DeleteRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  /// A private key, and the public key hash that the certificates of the key have.
  private struct Key {
    let row: ItemRow
    let publicKeyHash: AttributeValue
  }

  /// Deletes the identities. Returns whether a deleted certificate or key was synchronizable.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; `.missingEntitlement` when the caller may not write to the access
  ///   group of the query.
  func run(_ session: ItemSession) throws(KeychainError) -> Bool {
    let query = request.query
    let groups = try caller.groupsToChange(
      named: query.attributes[.accessGroup]?.text, namesItems: query.namesItems)
    var certificates: [ItemRow] = []
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
    // A query that names an identity object also deletes a certificate or a key that remains of this identity.
    if certificates.isEmpty, request.deletesHalves, query.isOfObject, !query.isFiltered, query.itemLists.isEmpty {
      (certificates, keys) = try halves(groups, session)
      try query.checkCount(max(certificates.count, keys.count))
    }
    let deleted = try delete(certificates, keys, session)
    guard !deleted.isEmpty else { throw ItemSearch.notFound }
    return deleted.contains(where: \.isSynchronizable)
  }

  /// Finds the item that remains of an identity: the certificate after the key was deleted, or the key after the
  /// certificate was deleted. If both items exist, finds nothing: the identity does not match another condition of the
  /// query.
  private func halves(
    _ groups: GroupScope, _ session: ItemSession
  ) throws(KeychainError) -> ([ItemRow], [Key]) {
    guard let halves = IdentityQuery(request.query, changesItems: true),
      let hash = halves.certificate.attributes[.publicKeyHash],
      // The attributes of an identity include a serial number; the attributes of a key do not.
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
  ) throws(KeychainError) -> [ItemRow] {
    guard let plan = MatchPlan(query, groups) else { return [] }
    var found: [ItemRow] = []
    try MatchingRows(
      plan: plan, session: session, passesLocked: true, passesUnreadable: passesUnreadable
    ).forEach { (row, _) throws(KeychainError) in
      found.append(row)
      return true
    }
    return found
  }

  /// Whether a matching row exists. Unreadable rows are included, because such rows may become readable later.
  private func isThere(
    _ query: ItemQuery, _ groups: GroupScope, _ session: ItemSession
  ) throws(KeychainError) -> Bool {
    try !rows(query, groups, session, passesUnreadable: true).isEmpty
  }

  private func delete(
    _ certificates: [ItemRow], _ keys: [Key], _ session: ItemSession
  ) throws(KeychainError) -> [ItemRow] {
    var deleted = certificates
    for row in certificates { try half(.certificate).delete(row, session) }
    // Keep the key if the caller can see another certificate that needs the key, even if the caller may not delete that
    // certificate.
    let visible = try caller.groupsToSearch(named: nil)
    for key in keys {
      let query = ItemQuery(
        .certificate, attributes: AttributeSet([.publicKeyHash: key.publicKeyHash]),
        isSynchronizable: nil)
      if request.keptKeys.contains(key.publicKeyHash) { continue }
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
