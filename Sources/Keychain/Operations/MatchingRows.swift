import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Finds the rows of a query, opens the rows, and calls a closure with the matching rows in creation order.
struct MatchingRows {
  let plan: MatchPlan
  let session: ItemSession

  /// Whether to read the attributes of the matching rows, too.
  var readsAttributes = false

  /// Whether the matching rows include locked rows, without their content. A delete does not need the content.
  var passesLocked = false

  /// Whether to skip rows whose access control requires a proof that the caller has not supplied.
  var skipsGuarded = false

  /// Whether the matching rows include rows whose access control requires a missing proof, without their content.
  var passesGuarded = false

  /// Whether the matching rows include damaged rows, and rows under a key that the keybag does not have, without their
  /// content. Such rows may become readable again.
  var passesUnreadable = false

  /// Whether the access groups of the query probably have no rows. If true, the search first checks whether a group has
  /// rows.
  var mayBeEmpty = false

  /// The search begins after this row number.
  var after: Int64 = .min

  /// The filter of the query with its cached results, when several searches share the filter.
  var matcher: CertificateMatcher?

  private var connection: Connection { session.connection }
  private var blinder: Blinder { session.sealer.blinder }

  /// Calls `body` with each matching row, until `body` returns false.
  ///
  /// Skips dead rows, damaged rows and rows under unknown keys, and does not change these rows.
  func forEach(
    _ body: (ItemRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let identifiers = try plan.identifiers {
      (attributes, data, isSynchronizable) throws(KeychainError) in
      try self.identifiers(ofObject: attributes, data, isSynchronizable)
    }
    let matcher =
      self.matcher ?? plan.query.filter.map { CertificateMatcher($0, plan.issuerGroups, session) }
    if let identifiers {
      try forEach(identifiers, matcher, body)
      return
    }
    if let key = plan.freeAttributeKey {
      try forEach(key, matcher, body)
      return
    }
    var rows = try selectedRows()
    while try rows.advance() {
      guard let row = rows.row(), row.number > after, isVisible(row), try plan.mayMatch(row, blinder) else {
        continue
      }
      guard try pass(row, matcher, to: body) else { return }
    }
  }

  /// Whether a matching row may exist, according to the columns and tags of the rows that an index finds. Opens no row.
  func mayExist() throws(KeychainError) -> Bool {
    var rows = try selectedRows()
    while try rows.advance() {
      if let row = rows.row(), isVisible(row), try plan.mayMatch(row, blinder) { return true }
    }
    return false
  }

  /// Whether the row exists for the program: no program of a higher grade stored the row.
  @inline(__always)
  private func isVisible(_ row: ItemRow) -> Bool { row.policy <= session.grade }

  /// The rows that the index of the plan finds.
  @inline(__always)
  private func selectedRows() throws(KeychainError) -> SelectedRows {
    var selection = try plan.selection(blinder) { () throws(KeychainError) in
      try connection.accessGroups(of: plan.query.itemClass)
    }
    selection.mayBeEmpty = mayBeEmpty
    var rows = SelectedRows(selection, of: plan.query.itemClass, on: connection)
    for group in selection.groups where try rows.mayHaveRows(group) {
      try rows.add(try plan.branch(of: selection, in: group, blinder))
    }
    return rows
  }

  /// Calls `body` with each matching row that has the free attributes of `key`.
  private func forEach(
    _ key: MatchPlan.FreeAttributeKey, _ matcher: CertificateMatcher?,
    _ body: (ItemRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let groups = try plan.blindGroups(blinder) { () throws(KeychainError) in
      try connection.accessGroups(of: plan.query.itemClass)
    }
    var rows = try FreeAttributeRows(key, in: groups, session)
    while let number = try rows.next() {
      guard let row = try connection.row(number: number, of: plan.query.itemClass)?.row, isVisible(row),
        try plan.mayMatchIndexed(row, blinder), try plan.mayMatch(row, blinder)
      else { continue }
      let goesOn = try pass(row, matcher, isIndexed: { () throws(KeychainError) in try rows.hasAllPairs() }, to: body)
      guard goesOn else { return }
    }
  }

  /// The identifiers of the items that contain a key or certificate object of the caller. Locked and guarded items are
  /// included when their columns decide whether the items match.
  private func identifiers(
    ofObject attributes: AttributeSet, _ data: [UInt8]?, _ isSynchronizable: Bool?
  ) throws(KeychainError) -> [RowIdentifier] {
    var query = ItemQuery(
      plan.query.itemClass, attributes: attributes, isSynchronizable: isSynchronizable)
    query.data = data
    guard let plan = MatchPlan(query, plan.groups) else { return [] }
    let rows = MatchingRows(
      plan: plan, session: session, passesLocked: passesLocked || plan.isDecidedByColumns,
      skipsGuarded: skipsGuarded, passesGuarded: passesGuarded)
    var identifiers: [RowIdentifier] = []
    try rows.forEach { (row, _) in
      identifiers.append(row.identifier)
      return true
    }
    return identifiers
  }

  /// Whether a row contains the requested data. Returns false for damaged data.
  private func holdsData(
    _ row: ItemRow, _ content: OpenedRow
  ) throws(KeychainError) -> Bool {
    guard let data = plan.query.data else { return true }
    guard let secret = try session.readableSecret(of: row, content, plan.schema) else { return false }
    return secret.data == data
  }

  /// The largest certificate whose memory is not counted when a filter examines it.
  private static let largestUncountedCertificate = 64 << 10

  /// Whether a row passes the filter. Returns false for damaged data, and for a certificate that is too large to be
  /// examined.
  private func passes(
    _ row: ItemRow, _ content: OpenedRow, _ matcher: CertificateMatcher?
  ) throws(KeychainError) -> Bool {
    guard let matcher else { return true }
    guard try matcher.passes(content.attributes) else { return false }
    guard !matcher.isDecidedByIssuer else { return true }
    let byteCount = content.secret?.byteCount ?? 0
    guard byteCount <= Limits.examinedCertificateByteCount else { return false }
    // Texts of the certificate are decoded and folded.
    if byteCount > Self.largestUncountedCertificate { try session.sealer.willOpen?(16 * byteCount) }
    return matcher.passes(try session.readableSecret(of: row, content, plan.schema)?.data)
  }

  private func forEach(
    _ identifiers: Set<RowIdentifier>, _ matcher: CertificateMatcher?,
    _ body: (ItemRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    // Only the numbers are kept: a query may list many large rows.
    var numbers: [Int64] = []
    for identifier in identifiers {
      guard let row = try connection.row(identifier, of: plan.query.itemClass)?.row, row.number > after,
        isVisible(row), try plan.mayMatchIndexed(row, blinder), try plan.mayMatch(row, blinder)
      else { continue }
      numbers.append(row.number)
    }
    for number in numbers.sorted() {
      guard let row = try connection.row(number: number, of: plan.query.itemClass)?.row else { continue }
      guard try pass(row, matcher, to: body) else { return }
    }
  }

  /// Calls `body` with a row if the row matches.
  ///
  /// - Parameter isIndexed: Whether the indices have the row for all conditions of the query. The function is called only
  ///   for a row whose content cannot be compared.
  /// - Returns: Whether the search goes on.
  @inline(__always)
  private func pass(
    _ row: ItemRow, _ matcher: CertificateMatcher?,
    isIndexed: () throws(KeychainError) -> Bool = { () throws(KeychainError) in true },
    to body: (ItemRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> Bool {
    if session.sealer.ring.status(of: row.keyID) == .locked {
      guard try isIndexed() else { return true }
      if passesLocked {
        // A locked row is compared only by its blinded columns. If the columns do not show whether the row matches, the
        // content is necessary.
        guard plan.isDecidedByColumns else { throw RowSealer.locked }
        return try body(row, .closed)
      }
    }
    let opening = try session.sealer.open(row, plan.schema) {
      (metadata, guarded) throws(KeychainError) in
      try plan.match(
        metadata, guarded, reading: readsAttributes || matcher?.readsAttributes == true)
    }
    if case .opened(let content) = opening {
      guard let content, try holdsData(row, content), try passes(row, content, matcher) else { return true }
      return try body(row, content)
    }
    guard try isIndexed() else { return true }
    switch opening {
    case .guarded(let guarded) where passesLocked || passesGuarded:
      // A delete requires no proof (specification: secitem 5.6), because it does not open the row. The error for a
      // missing proof is thrown only if the data or a filter must be compared.
      guard plan.query.data == nil, !plan.query.isFiltered else { throw guarded.error }
      guard plan.isDecidedByColumns else { return true }
      return try body(row, .closed)
    case .unknownKey where passesUnreadable, .damaged where passesUnreadable:
      guard plan.isDecidedByColumns else { return true }
      return try body(row, .closed)
    case .guarded where skipsGuarded: return true
    case .guarded(let row): throw row.error
    case .opened, .dead, .unknownKey, .damaged: return true
    }
  }

  /// The rows that an update or a delete changes.
  struct ChangeableRows {
    let numbers: [Int64]

    /// The row and its content, if exactly one row matches.
    let single: (row: ItemRow, content: OpenedRow)?
  }

  /// Finds the rows that an update or a delete changes. All rows are collected before any row is changed, because an
  /// index must not be written while the index is read.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; `.parameter` when more rows match than the query allows;
  ///   `.missingEntitlement` when the caller may not write to the access group of the query.
  static func changeable(
    _ query: ItemQuery, as caller: Caller, _ session: ItemSession, readingAttributes: Bool,
    passingLocked: Bool = false
  ) throws(KeychainError) -> ChangeableRows {
    let groups = try caller.groupsToChange(
      named: query.attributes[.accessGroup]?.text, namesItems: query.namesItems)
    let issuers = query.isFiltered ? try caller.groupsToSearch(named: nil) : nil
    guard let plan = MatchPlan(query, groups, issuers: issuers) else { throw ItemSearch.notFound }
    try checkCountByColumns(plan, session)
    var numbers: [Int64] = []
    var first: (ItemRow, OpenedRow)?
    let rows = MatchingRows(
      plan: plan, session: session, readsAttributes: readingAttributes,
      passesLocked: passingLocked)
    try rows.forEach { (row, content) throws(KeychainError) in
      if numbers.isEmpty { first = (row, content) }
      numbers.append(row.number)
      try query.checkCount(numbers.count)
      return true
    }
    guard !numbers.isEmpty else { throw ItemSearch.notFound }
    return ChangeableRows(numbers: numbers, single: numbers.count == 1 ? first : nil)
  }

  /// Rejects a change of too many items before the person is asked for a proof.
  ///
  /// - Throws: `.parameter` when the columns of the rows show that more items match than the query
  ///   allows.
  private static func checkCountByColumns(
    _ plan: MatchPlan, _ session: ItemSession
  ) throws(KeychainError) {
    guard plan.query.largestCount != nil, plan.isDecidedByColumns else { return }
    let rows = MatchingRows(
      plan: plan, session: session, passesLocked: true, passesGuarded: true)
    var count = 0
    try rows.forEach { (_, _) throws(KeychainError) in
      count += 1
      try plan.query.checkCount(count)
      return true
    }
  }
}
