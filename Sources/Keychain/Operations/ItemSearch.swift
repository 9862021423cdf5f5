import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Performs a search.
final class ItemSearch {
  let request: SearchRequest
  let caller: Caller
  private var memory: MemoryMeter

  /// - Parameter memory: Counts the bytes of the found items; nil when they are not counted.
  init(request: SearchRequest, caller: Caller, _ memory: MemoryClaim? = nil) {
    self.request = request
    self.caller = caller
    self.memory = MemoryMeter(memory)
  }

  func run(_ session: ItemSession) throws(KeychainError) -> [Item] {
    let query = request.query
    let group = query.attributes[.accessGroup]?.text
    let scopes =
      request.isForChange
      ? [try caller.groupsToChange(named: group, namesItems: query.namesItems)]
      : try caller.groupsToSearchInOrder(named: group)
    let issuers = query.isFiltered ? try caller.groupsToSearch(named: nil) : nil
    guard request.limit != 0 else { throw Self.notFound }
    var items: [Item] = []
    try session.connection.beginReading()
    do throws(KeychainError) {
      for (position, groups) in scopes.enumerated() where items.count != request.limit {
        guard let plan = MatchPlan(query, groups, issuers: issuers) else { continue }
        // The shared groups are searched after the program's own groups, and are often empty.
        try addItems(of: plan, mayBeEmpty: position > 0, session, to: &items)
      }
      try session.connection.commit()
    } catch {
      session.connection.rollBack()
      throw error
    }
    guard !items.isEmpty else { throw Self.notFound }
    return items
  }

  private func addItems(
    of plan: MatchPlan, mayBeEmpty: Bool, _ session: ItemSession, to items: inout [Item]
  ) throws(KeychainError) {
    let rows = MatchingRows(
      plan: plan, session: session, readsAttributes: request.contents.contains(.attributes),
      passesLocked: request.passesLocked, skipsGuarded: request.skipsGuarded,
      passesGuarded: request.namesGuarded || request.passesLocked, mayBeEmpty: mayBeEmpty)
    try rows.forEach { (row, content) throws(KeychainError) in
      if let item = try item(row, content, plan.schema, session) {
        try memory.add(item)
        items.append(item)
      }
      return items.count != request.limit
    }
  }

  static var notFound: KeychainError { KeychainError(.itemNotFound, "no item matches") }

  /// Makes the item of a row. Returns nil when the secret is requested but damaged.
  private func item(
    _ row: ItemRow, _ content: OpenedRow, _ schema: ItemSchema, _ session: ItemSession
  ) throws(KeychainError) -> Item? {
    var item = Item(schema.itemClass, identifier: row.identifier)
    item.isLocked = request.passesLocked && content.isClosed
    if item.isLocked { return item }
    if request.contents.contains(.attributes) { item.attributes = content.attributes }
    guard request.contents.contains(.secret) else { return item }
    try memory.add(content.secret)
    guard let secret = try session.readableSecret(of: row, content, schema) else { return nil }
    item.secret = secret.data
    for (name, value) in secret.further.entries { item.attributes[name] = value }
    return item
  }
}

extension SearchRequest {
  /// Whether locked and guarded rows are returned without contents.
  var passesLocked: Bool { listsLocked || isForChange }
}

extension ItemSession {
  /// Opens the secret of a row.
  ///
  /// - Throws: `.decode` when the secret is damaged.
  func openSecret(
    of row: ItemRow, _ content: OpenedRow, _ schema: ItemSchema
  ) throws(KeychainError) -> SecretContent {
    try sealer.openSecret(row, content, schema) { () throws(KeychainError) in
      try connection.chunks(of: row.identifier)
    }
  }

  /// Opens the secret of a row. Returns nil when the secret is damaged.
  func readableSecret(
    of row: ItemRow, _ content: OpenedRow, _ schema: ItemSchema
  ) throws(KeychainError) -> SecretContent? {
    do throws(KeychainError) {
      return try openSecret(of: row, content, schema)
    } catch {
      guard error.code == .decode else { throw error }
      return nil
    }
  }
}
