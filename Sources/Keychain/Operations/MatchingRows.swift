import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Finds the rows of a query, opens them and passes those that match on, in the order of creation.
struct MatchingRows {
  let plan: MatchPlan
  let session: ItemSession

  /// Whether the attributes of the matches are read, too.
  var readsAttributes = false

  /// Whether rows that are locked are passed on as well, without their content: a delete needs none.
  var passesLocked = false

  /// Whether rows are passed over whose access control asks for more proofs than were brought.
  var skipsGuarded = false

  /// Whether these are passed on without their content, like those that are locked.
  var passesGuarded = false

  /// Whether rows that are damaged, or sealed under a key that the keybag does not have, are passed on
  /// without their content: they may come back.
  var passesUnreadable = false

  /// Whether the groups are likely to have no rows.
  var mayBeEmpty = false

  /// The number of the row behind which the search begins.
  var after: Int64 = .min

  /// What the filter of the query found out so far, where several searches share it.
  var sieve: CertificateSieve?

  private var connection: Connection { session.connection }
  private var blinder: Blinder { session.sealer.blinder }

  /// Calls `body` with each match, until it returns false.
  ///
  /// Rows that cannot be opened are passed over: a damaged one stays where it is.
  func forEach(
    _ body: (StoredRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let identifiers = try plan.identifiers {
      (attributes, data, isSynchronizable) throws(KeychainError) in
      try self.identifiers(ofObject: attributes, data, isSynchronizable)
    }
    let sieve =
      self.sieve ?? plan.query.filter.map { CertificateSieve($0, plan.issuerGroups, session) }
    if let identifiers {
      try forEach(identifiers, sieve, body)
      return
    }
    if let key = plan.freeAttributeKey {
      try forEach(key, sieve, body)
      return
    }
    var rows = try selectedRows()
    while try rows.advance() {
      guard let row = rows.row(), row.number > after, try plan.mayMatch(row, blinder) else {
        continue
      }
      guard try pass(row, sieve, to: body) else { return }
    }
  }

  /// Whether any row that an index finds may match, by its columns and tags. No row is opened.
  func mayExist() throws(KeychainError) -> Bool {
    var rows = try selectedRows()
    while try rows.advance() {
      if let row = rows.row(), try plan.mayMatch(row, blinder) { return true }
    }
    return false
  }

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

  /// The rows that have free attributes.
  private func forEach(
    _ key: MatchPlan.FreeAttributeKey, _ sieve: CertificateSieve?,
    _ body: (StoredRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let groups = try plan.blindGroups(blinder) { () throws(KeychainError) in
      try connection.accessGroups(of: plan.query.itemClass)
    }
    var rows = try FreeAttributeRows(key, in: groups, session)
    while let number = try rows.next() {
      guard let row = try connection.row(number: number, of: plan.query.itemClass)?.row,
        try plan.mayMatchIndexed(row, blinder), try plan.mayMatch(row, blinder)
      else { continue }
      guard try pass(row, sieve, to: body) else { return }
    }
  }

  /// The items that hold an object; those that are locked or guarded among them, where their columns tell.
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

  /// Whether a row holds the data that are asked for. Damaged ones are not.
  private func holdsData(
    _ row: StoredRow, _ content: OpenedRow
  ) throws(KeychainError) -> Bool {
    guard let data = plan.query.data else { return true }
    guard let secret = try session.readableSecret(of: row, content, plan.schema) else { return false }
    return secret.data == data
  }

  /// Whether a row passes the filter. Damaged ones do not.
  private func passes(
    _ row: StoredRow, _ content: OpenedRow, _ sieve: CertificateSieve?
  ) throws(KeychainError) -> Bool {
    guard let sieve else { return true }
    guard try sieve.passes(content.attributes) else { return false }
    guard !sieve.isDecidedByIssuer else { return true }
    return sieve.passes(try session.readableSecret(of: row, content, plan.schema)?.data)
  }

  private func forEach(
    _ identifiers: Set<RowIdentifier>, _ sieve: CertificateSieve?,
    _ body: (StoredRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    var rows: [StoredRow] = []
    for identifier in identifiers {
      guard let row = try connection.row(identifier, of: plan.query.itemClass)?.row, row.number > after,
        try plan.mayMatchIndexed(row, blinder), try plan.mayMatch(row, blinder)
      else { continue }
      rows.append(row)
    }
    for row in rows.sorted(by: { $0.number < $1.number }) {
      guard try pass(row, sieve, to: body) else { return }
    }
  }

  private func pass(
    _ row: StoredRow, _ sieve: CertificateSieve?,
    to body: (StoredRow, OpenedRow) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> Bool {
    if passesLocked, session.sealer.ring.status(of: row.keyID) == .locked {
      // What was compared is blinded; where that is not all, only the content would tell.
      guard plan.isDecidedByColumns else { throw RowSealer.locked }
      return try body(row, .closed)
    }
    let opening = try session.sealer.open(row, plan.schema) {
      (metadata, guarded) throws(KeychainError) in
      try plan.match(
        metadata, guarded, reading: readsAttributes || sieve?.readsAttributes == true)
    }
    switch opening {
    case .opened(let content?):
      guard try holdsData(row, content), try passes(row, content, sieve) else { return true }
      return try body(row, content)
    case .guarded(let guarded) where passesLocked || passesGuarded:
      // Deleting takes no proof (secitem 5.6).
      guard plan.query.data == nil, !plan.query.isFiltered else { throw guarded.error }
      guard plan.isDecidedByColumns else { return true }
      return try body(row, .closed)
    case .unknownKey where passesUnreadable, .damaged where passesUnreadable:
      guard plan.isDecidedByColumns else { return true }
      return try body(row, .closed)
    case .guarded where skipsGuarded: return true
    case .guarded(let row): throw row.error
    case .opened(nil), .dead, .unknownKey, .damaged: return true
    }
  }

  /// The rows that an update or a delete changes.
  struct ToChange {
    let numbers: [Int64]

    /// The only one, if there is no other.
    let single: (row: StoredRow, content: OpenedRow)?
  }

  /// Finds the rows that an update or a delete changes. Collected before any row is changed: an
  /// index must not be written while it is read.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; `.parameter` when more match than the query allows;
  ///   `.missingEntitlement` for a group that is not the caller's.
  static func toChange(
    _ query: ItemQuery, as caller: Caller, _ session: ItemSession, readingAttributes: Bool,
    passingLocked: Bool = false
  ) throws(KeychainError) -> ToChange {
    let groups = try caller.groupsToChange(
      named: query.attributes[.accessGroup]?.text, namesItems: query.namesItems)
    let issuers = query.isFiltered ? try caller.groupsToSearch(named: nil) : nil
    guard let plan = MatchPlan(query, groups, issuers: issuers) else { throw ItemSearch.notFound }
    try checkCountByColumns(plan, session)
    var numbers: [Int64] = []
    var first: (StoredRow, OpenedRow)?
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
    return ToChange(numbers: numbers, single: numbers.count == 1 ? first : nil)
  }

  /// Nobody is asked for a proof for a change that touches more items than the query allows.
  ///
  /// - Throws: `.parameter` when it does, as far as that shows without opening the rows.
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
