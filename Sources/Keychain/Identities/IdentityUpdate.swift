import KeychainModel
import KeychainStore
import Vault

/// Updates the certificates and keys of all matching identities, or changes nothing.
final class IdentityUpdate {
  let request: UpdateRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: UpdateRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  /// Updates the identities. Returns whether a synchronizable certificate or key was updated.
  ///
  /// - Throws: The errors of `ItemUpdate.run`.
  func run(_ session: ItemSession) throws(KeychainError) -> Bool {
    if let group = request.changes[.accessGroup]?.text { try caller.checkWritable(group) }
    let groups = try caller.groupsToChange(
      named: request.query.attributes[.accessGroup]?.text, namesItems: request.query.namesItems)
    let found = try IdentityJoin(
      query: request.query, groups: groups, issuerGroups: try caller.groupsToSearch(named: nil),
      session: session, changesItems: true
    ).rows()
    guard !found.isEmpty else { throw ItemSearch.notFound }
    try request.query.checkCount(found.count)
    let certificates = half(.certificate)
    let keys = half(.key)
    var isSynchronizable = false
    var done: Set<RowIdentifier> = []
    for rows in found where done.insert(rows.certificate.identifier).inserted {
      isSynchronizable =
        try certificates.update(rows.certificate, rows.certificateContent, session)
        || isSynchronizable
    }
    for rows in found where done.insert(rows.key.identifier).inserted {
      isSynchronizable = try keys.update(rows.key, rows.keyContent, session) || isSynchronizable
    }
    return isSynchronizable
  }

  private func half(_ itemClass: ItemClass) -> ItemUpdate {
    var half = UpdateRequest(
      ItemQuery(itemClass), changes: request.changes, leavesTombstones: request.leavesTombstones)
    half.retainsPrivateKeys = request.retainsPrivateKeys
    return ItemUpdate(request: half, caller: caller, clock: clock)
  }
}
