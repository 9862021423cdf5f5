import KeychainModel
import KeychainStore

/// Finds identities: private keys with the certificates whose public key hash is the label of the key.
///
/// There is no table of identities. A certificate with several private keys is in as many, and so is a key
/// with several certificates.
struct IdentityJoin {
  let query: ItemQuery
  let groups: GroupScope
  /// Where certificates of issuers are looked for.
  let issuerGroups: GroupScope
  let session: KeychainSession

  /// Whether the halves are to be changed: then a certificate is named by its synchronizability, too.
  var changesItems = false

  /// How keys are passed on that cannot be read; as in `MatchingRows`.
  var passesLocked = false
  var skipsGuarded = false
  var passesGuarded = false

  /// The identities that match, in the order of creation.
  ///
  /// - Parameter limit: The most that are wanted; nil for all.
  /// - Throws: `.interactionNotAllowed` for one that is locked.
  func rows(limit: Int? = nil) throws(KeychainError) -> [IdentityRows] {
    guard let halves = IdentityQuery(query, changesItems: changesItems) else { return [] }
    let lists = try allowed()
    let sieve = query.filter.map { CertificateSieve($0, issuerGroups, session) }
    if !halves.findsCertificates, lists.isEmpty,
      let found = try byKeys(halves, sieve)
    {
      let sorted = found.sorted(by: IdentityRows.areInOrder)
      return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }
    return try byCertificates(halves, lists, sieve, limit)
  }

  // MARK: From certificates to keys

  private func byCertificates(
    _ halves: IdentityQuery, _ lists: [Allowed], _ sieve: CertificateSieve?, _ limit: Int?
  ) throws(KeychainError) -> [IdentityRows] {
    var certificates = halves.certificate
    certificates.itemLists = lists.map(\.references)
    guard let plan = MatchPlan(certificates, groups) else { return [] }
    var found: [IdentityRows] = []
    let rows = MatchingRows(
      plan: plan, session: session, readsAttributes: true, skipsGuarded: skipsGuarded,
      sieve: sieve)
    try rows.forEach { (row, content) throws(KeychainError) in
      guard let hash = content.attributes[.publicKeyHash] else { return true }
      try forEachKey(halves.keys(of: hash)) { (key, keyContent) throws(KeychainError) in
        let identity = IdentityRows(
          certificate: row, certificateContent: content, key: key, keyContent: keyContent)
        if lists.allSatisfy({ $0.contains(identity.identifiers) }) { found.append(identity) }
        return found.count != limit
      }
      return found.count != limit
    }
    return found
  }

  private func forEachKey(
    _ query: ItemQuery, _ body: (StoredRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    guard let plan = MatchPlan(query, groups) else { return }
    try MatchingRows(
      plan: plan, session: session, readsAttributes: true, passesLocked: passesLocked,
      skipsGuarded: skipsGuarded, passesGuarded: passesGuarded
    ).forEach(body)
  }

  // MARK: From keys to certificates

  /// The way from the keys, where there are fewer. Nil when one of them cannot be read: whether it has a
  /// certificate is not known then.
  private func byKeys(
    _ halves: IdentityQuery, _ sieve: CertificateSieve?
  ) throws(KeychainError) -> [IdentityRows]? {
    guard !passesLocked, !passesGuarded,
      try session.connection.rowCount(of: .key) < session.connection.rowCount(of: .certificate)
    else { return nil }
    var keys: [(row: StoredRow, content: OpenedRow)] = []
    do throws(KeychainError) {
      try forEachKey(halves.keys) { (row, content) in
        keys.append((row, content))
        return true
      }
    } catch {
      guard error.code == .interactionNotAllowed || error.code == .authenticationFailed else {
        throw error
      }
      return nil
    }
    var found: [IdentityRows] = []
    for (key, keyContent) in keys {
      guard let label = keyContent.attributes[.applicationLabel], label != .data([]) else {
        continue
      }
      var certificates = halves.certificate
      certificates.attributes[.publicKeyHash] = label
      guard let plan = MatchPlan(certificates, groups) else { continue }
      let rows = MatchingRows(
        plan: plan, session: session, readsAttributes: true, skipsGuarded: skipsGuarded,
        sieve: sieve)
      try rows.forEach { (row, content) in
        found.append(
          IdentityRows(
            certificate: row, certificateContent: content, key: key, keyContent: keyContent))
        return true
      }
    }
    return found
  }

  // MARK: Lists

  /// What a list of identities allows: some by their certificate, others by both halves.
  private struct Allowed {
    var certificates: Set<RowIdentifier> = []
    var pairs: Set<IdentityRows.Identifiers> = []

    func contains(_ identity: IdentityRows.Identifiers) -> Bool {
      certificates.contains(identity.certificate) || pairs.contains(identity)
    }

    /// References to all certificates that the list has.
    var references: [ListedItem] {
      certificates.union(pairs.map(\.certificate)).map {
        .reference(.item(.certificate, $0))
      }
    }
  }

  private func allowed() throws(KeychainError) -> [Allowed] {
    var lists: [Allowed] = []
    for list in query.itemLists {
      var allowed = Allowed()
      for member in list {
        switch member {
        case .reference(let reference):
          if let identifier = reference.identifier { allowed.certificates.insert(identifier) }
        case .object(let attributes, _, let isSynchronizable):
          var join = self.join(
            ItemQuery(.identity, attributes: attributes, isSynchronizable: isSynchronizable))
          join.passesLocked = passesLocked
          allowed.pairs.formUnion(try join.rows().map(\.identifiers))
        }
      }
      lists.append(allowed)
    }
    return lists
  }

  private func join(_ query: ItemQuery) -> IdentityJoin {
    IdentityJoin(
      query: query, groups: groups, issuerGroups: issuerGroups, session: session,
      changesItems: changesItems, skipsGuarded: skipsGuarded, passesGuarded: passesGuarded)
  }
}
