import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Finds identities: private keys with the certificates whose public key hash equals the label of the key.
///
/// There is no table of identities. A certificate with several private keys belongs to several
/// identities. A key with several certificates belongs to several identities, too.
struct IdentityJoin {
  let query: ItemQuery
  let groups: GroupScope
  /// The access groups in which a search looks for the certificates of issuers.
  let issuerGroups: GroupScope
  let session: ItemSession

  /// Whether the request changes the items. For such a request, a condition on the synchronizability of the key also
  /// selects the certificate.
  var changesItems = false

  /// The flags `passesLocked`, `skipsGuarded` and `passesGuarded` have the same meaning as in `MatchingRows`. If a
  /// certificate cannot be read, `certificateContent` of the identity contains only the public key hash, which joins
  /// the certificate to a key.
  var passesLocked = false
  var skipsGuarded = false
  var passesGuarded = false

  /// The identities that match, in creation order.
  ///
  /// - Throws: The errors of `forEach`.
  func rows() throws(KeychainError) -> [IdentityRows] {
    var found: [IdentityRows] = []
    try forEach { (identity) throws(KeychainError) in
      found.append(identity)
      return true
    }
    return found
  }

  /// Calls `body` with each identity that matches, in creation order, until `body` returns false.
  ///
  /// - Throws: `.interactionNotAllowed` for a locked identity. If no identity was found, the reason why a certificate
  ///   cannot be opened. This reason is thrown only if a key cannot be opened either, because the certificate and the key
  ///   may be an identity that matches.
  func forEach(
    _ body: (IdentityRows) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    guard let halves = IdentityQuery(query, changesItems: changesItems) else { return }
    let lists = try allowed()
    let matcher = query.filter.map { CertificateMatcher($0, issuerGroups, session) }
    if !halves.findsCertificates, lists.isEmpty, let found = try byKeys(halves, matcher) {
      for identity in found.sorted(by: IdentityRows.areInOrder) {
        guard try body(identity) else { return }
      }
      return
    }
    try byCertificates(halves, lists, matcher, body)
  }

  // MARK: From certificates to keys

  private func byCertificates(
    _ halves: IdentityQuery, _ lists: [Allowed], _ matcher: CertificateMatcher?,
    _ body: (IdentityRows) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    var certificates = halves.certificate
    certificates.itemLists = lists.map(\.references)
    guard let plan = MatchPlan(certificates, groups) else { return }
    let named = certificates.attributes[.publicKeyHash]
    var closed: [ItemRow] = []
    var goesOn = true
    var isFound = false
    func pass(_ identity: IdentityRows) throws(KeychainError) -> Bool {
      guard lists.allSatisfy({ $0.contains(identity.identifiers) }) else { return true }
      isFound = true
      goesOn = try body(identity)
      return goesOn
    }
    try MatchingRows(
      plan: plan, session: session, readsAttributes: true, passesLocked: passesLocked,
      skipsGuarded: skipsGuarded, passesGuarded: passesGuarded && named != nil, matcher: matcher
    ).forEach { (row, content) throws(KeychainError) in
      var content = content
      if content.attributes.entries.isEmpty {
        guard let named else {
          closed.append(row)
          return true
        }
        content.attributes[.publicKeyHash] = named
      }
      // A certificate without a public key hash has no key.
      guard let hash = content.attributes[.publicKeyHash], hash != .data([]) else { return true }
      try forEachKey(halves.keys(of: hash)) { (key, keyContent) throws(KeychainError) in
        try pass(
          IdentityRows(
            certificate: row, certificateContent: content, key: key, keyContent: keyContent))
      }
      return goesOn
    }
    guard goesOn, !closed.isEmpty else { return }
    let unknown = try join(closed, to: halves, pass)
    // If an identity was found, a certificate that cannot be opened is no error, because possibly no identity contains
    // this certificate. A locked certificate is always an error.
    if let unknown, !isFound || session.sealer.ring.status(of: unknown.keyID) == .locked {
      if case .guarded(let guarded) = try session.sealer.open(unknown, .certificate) {
        throw guarded.error
      }
    }
  }

  /// Joins certificates that cannot be read to keys that can be read.
  ///
  /// - Returns: A certificate that may belong to one of the unreadable keys; nil when there is no such certificate.
  private func join(
    _ closed: [ItemRow], to halves: IdentityQuery,
    _ body: (IdentityRows) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> ItemRow? {
    var left = closed
    var hasClosedKeys = false
    try forEachKey(halves.keys) { (key, keyContent) throws(KeychainError) in
      guard let label = keyContent.attributes[.applicationLabel] else {
        hasClosedKeys = hasClosedKeys || keyContent.attributes.entries.isEmpty
        return true
      }
      guard label != .data([]) else { return true }
      let certificates = ItemQuery(
        .certificate, attributes: AttributeSet([.publicKeyHash: label]), isSynchronizable: nil)
      guard let plan = MatchPlan(certificates, groups) else { return true }
      let blinder = session.sealer.blinder
      for row in closed {
        guard try plan.mayMatchIndexed(row, blinder), try plan.mayMatch(row, blinder) else {
          continue
        }
        left.removeAll { $0.identifier == row.identifier }
        let content = OpenedRow(attributes: certificates.attributes, secret: nil)
        let identity = IdentityRows(
          certificate: row, certificateContent: content, key: key, keyContent: keyContent)
        guard try body(identity) else { return false }
      }
      return true
    }
    return hasClosedKeys ? left.first : nil
  }

  private func forEachKey(
    _ query: ItemQuery, _ body: (ItemRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    guard let plan = MatchPlan(query, groups) else { return }
    try MatchingRows(
      plan: plan, session: session, readsAttributes: true, passesLocked: passesLocked,
      skipsGuarded: skipsGuarded, passesGuarded: passesGuarded
    ).forEach(body)
  }

  // MARK: From keys to certificates

  /// Finds identities by reading the keys first, and then the certificates of each key. Returns nil when the caller
  /// must read the certificates first:
  ///
  /// - when there are at least as many keys as certificates;
  /// - when a key or a certificate cannot be read, because it is unknown whether the unreadable row matches the query.
  private func byKeys(
    _ halves: IdentityQuery, _ matcher: CertificateMatcher?
  ) throws(KeychainError) -> [IdentityRows]? {
    guard !passesLocked, !passesGuarded,
      try session.connection.rowCount(of: .key) < session.connection.rowCount(of: .certificate)
    else { return nil }
    do throws(KeychainError) {
      return try readable(halves, matcher)
    } catch {
      guard error.code == .interactionNotAllowed || error.code == .authenticationFailed else {
        throw error
      }
      return nil
    }
  }

  private func readable(
    _ halves: IdentityQuery, _ matcher: CertificateMatcher?
  ) throws(KeychainError) -> [IdentityRows] {
    var keys: [(row: ItemRow, content: OpenedRow)] = []
    try forEachKey(halves.keys) { (row, content) throws(KeychainError) in
      keys.append((row, content))
      return true
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
        matcher: matcher)
      try rows.forEach { (row, content) throws(KeychainError) in
        found.append(
          IdentityRows(
            certificate: row, certificateContent: content, key: key, keyContent: keyContent))
        return true
      }
    }
    return found
  }

  // MARK: Certificates alone

  /// Calls `body` with each certificate that may belong to a matching identity, in creation order, until `body` returns
  /// false.
  ///
  /// The columns and tags of a key show whether the key matches, so this function requires no proof for the keys. When
  /// there are fewer keys than certificates and all keys can be opened, the search begins with the keys.
  ///
  /// - Parameter number: Only certificates with a greater row number are passed to `body`.
  /// - Throws: The errors of opening a certificate.
  func forEachCertificate(
    after number: Int64, _ body: (ItemRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    guard let halves = IdentityQuery(query, changesItems: changesItems) else { return }
    let lists = try allowed()
    let matcher = query.filter.map { CertificateMatcher($0, issuerGroups, session) }
    if !halves.findsCertificates, lists.isEmpty, let found = try byKeys(halves, matcher) {
      var last = number
      for rows in found.sorted(by: IdentityRows.areInOrder) where rows.certificate.number > last {
        last = rows.certificate.number
        guard try body(rows.certificate, rows.certificateContent) else { return }
      }
      return
    }
    var certificates = halves.certificate
    certificates.itemLists = lists.map(\.references)
    guard let plan = MatchPlan(certificates, groups) else { return }
    try MatchingRows(
      plan: plan, session: session, readsAttributes: true, passesLocked: passesLocked, skipsGuarded: skipsGuarded,
      after: number, matcher: matcher
    ).forEach { (row, content) throws(KeychainError) in
      // A certificate without a public key hash has no key.
      guard let hash = content.attributes[.publicKeyHash], hash != .data([]),
        try mayHaveRows(halves.keys(of: hash))
      else { return true }
      return try body(row, content)
    }
  }

  /// Whether a matching key may exist, according to the columns and tags of the keys.
  private func mayHaveRows(_ query: ItemQuery) throws(KeychainError) -> Bool {
    guard let plan = MatchPlan(query, groups) else { return false }
    return try MatchingRows(plan: plan, session: session).mayExist()
  }

  // MARK: Lists

  /// The identities in an item list. A reference names an identity by its certificate. An object names an identity by
  /// its certificate and its key.
  private struct Allowed {
    var certificates: Set<RowIdentifier> = []
    var pairs: Set<IdentityRows.Identifiers> = []

    func contains(_ identity: IdentityRows.Identifiers) -> Bool {
      certificates.contains(identity.certificate) || pairs.contains(identity)
    }

    /// References to all certificates in the list.
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
        case .elsewhere: break
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

/// The rows of an identity: a certificate and the private key that belongs to it.
struct IdentityRows {
  let certificate: ItemRow
  let certificateContent: OpenedRow
  let key: ItemRow
  /// The content of the key. If the key is locked or guarded, and the search includes such keys, the content has no
  /// attributes.
  let keyContent: OpenedRow

  /// Whether two identities are in creation order, which is the order of the certificates and then the order of the
  /// keys.
  static func areInOrder(_ one: IdentityRows, _ other: IdentityRows) -> Bool {
    (one.certificate.number, one.key.number) < (other.certificate.number, other.key.number)
  }

  /// The identifiers of a certificate and a key.
  struct Identifiers: Hashable {
    let certificate: RowIdentifier
    let key: RowIdentifier
  }

  var identifiers: Identifiers {
    Identifiers(certificate: certificate.identifier, key: key.identifier)
  }
}
