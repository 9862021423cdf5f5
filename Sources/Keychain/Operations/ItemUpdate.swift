import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Performs an update: every matching item gets the new values, or no item is changed.
final class ItemUpdate {
  let request: UpdateRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: UpdateRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  private var schema: ItemSchema { ItemSchema.of(request.query.itemClass) }

  /// Updates the matching items. Returns whether an item is synchronizable before or after the update.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; `.duplicateItem` when the new values conflict with another item;
  ///   `.missingEntitlement` when the caller may not write to the access group of the query or to the new access group;
  ///   the errors of `checkRetention`.
  func run(_ session: ItemSession) throws(KeychainError) -> Bool {
    if let group = request.changes[.accessGroup]?.text { try caller.checkWritable(group) }
    let found = try MatchingRows.changeable(
      request.query, as: caller, session, readingAttributes: true)
    if let (row, content) = found.single { return try update(row, content, session) }
    var isSynchronizable = false
    for number in found.numbers {
      guard let row = try session.connection.row(number: number, of: schema.itemClass)?.row else {
        continue
      }
      let opening = try session.sealer.open(row, schema)
      if case .guarded(let row) = opening { throw row.error }
      guard let content = opening.content else { continue }
      isSynchronizable = try update(row, content, session) || isSynchronizable
    }
    return isSynchronizable
  }

  /// Whether the changes affect only the tags and the sealed parts of a row. Such changes cannot conflict with another
  /// item, and do not change the blind values.
  private lazy var keepsColumns = request.changes.names.allSatisfy { name in
    guard let attribute = schema[name] else { return true }
    return attribute.traits.isDisjoint(with: [.unique, .column])
      && schema.indexPosition(of: name) == nil && name != .freeAttributes
  }

  /// Updates one item. Returns whether the item is synchronizable before or after the update.
  ///
  /// - Throws: The errors of `run`.
  func update(
    _ row: ItemRow, _ content: OpenedRow, _ session: ItemSession
  ) throws(KeychainError) -> Bool {
    try caller.checkNotReserved(content.attributes[.accessGroup]?.text ?? "")
    let attributes = try changed(content.attributes)
    try checkRetention(content.attributes, attributes)
    let writer = RowWriter(session: session, schema: schema)
    let activeKey = try session.sealer.activeKey(for: row.accessibility)
    if keepsColumns, activeKey == row.keyID {
      let secret = try secretChange(row, content, attributes, session)
      if writer.keepsPolicy(of: row, attributes, after: secret) {
        try writer.rewrite(row, content, to: attributes, secret)
        return row.isSynchronizable
      }
    }
    let existingItem = UniquenessConflict(session: session, schema: schema, clock: clock)
    let uniqueness = try writer.uniqueness(of: attributes)
    if let tombstone = try existingItem.resolve(at: uniqueness, own: row.number) {
      try writer.delete(tombstone.row)
    }
    let secret = try secretChange(row, content, attributes, session)
    try writer.write(
      attributes, unknown: content.unknown, secret, identifier: row.identifier,
      uniqueness: uniqueness, replacing: row)
    try leaveTombstone(row, content, attributes, session)
    return row.isSynchronizable || attributes[.synchronizable] == .number(1)
  }

  /// - Throws: `.parameter` when the update would let a private key leave the service. The key may leave if the update
  ///   replaces it by another key.
  private func checkRetention(_ before: AttributeSet, _ after: AttributeSet) throws(KeychainError) {
    guard request.retainsPrivateKeys, schema.itemClass == .key, request.secret == nil, before.retainPrivateKey,
      !after.retainPrivateKey
    else { return }
    throw KeychainError(
      .parameter,
      "a private key in keychaind that is not extractable, or has an access control, cannot become extractable")
  }

  private func changed(_ before: AttributeSet) throws(KeychainError) -> AttributeSet {
    var attributes = before
    for (name, value) in request.changes.entries
    where schema[name]?.traits.contains(.secret) == false {
      attributes[name] = value
    }
    if request.changes[.accessible] != nil {
      // A new accessibility replaces the access control, also when the request names no new access
      // control.
      attributes[.accessControl] = request.changes[.accessControl]
    }
    attributes[.modificationDate] = .date(clock.now)
    ModificationDate.advance(&attributes, beyond: before)
    try ProtectionRules.check(attributes)
    return attributes
  }

  private func secretChange(
    _ row: ItemRow, _ content: OpenedRow, _ attributes: AttributeSet,
    _ session: ItemSession
  ) throws(KeychainError) -> RowWriter.SecretChange {
    let further = request.changes.entries.filter {
      schema[$0.name]?.traits.contains(.secret) == true
    }
    let accessibility = attributes[.accessible]?.text.flatMap(Accessibility.init(constant:))
    let isSameKey =
      try accessibility.map { (accessibility) throws(KeychainError) in
        try session.sealer.activeKey(for: accessibility)
      } == row.keyID
    // Each guarded row has its own keys. New keys are made each time the row is sealed.
    let isGuarded =
      !AccessConstraints(guarding: content.attributes, schema.itemClass).areNone
      || !AccessConstraints(guarding: attributes, schema.itemClass).areNone
    if isSameKey, !isGuarded, request.secret == nil, further.isEmpty {
      return .carry(sealed: row.secret, content.secret)
    }
    var secret = try session.openSecret(of: row, content, schema)
    if let data = request.secret { secret.data = data }
    for (name, value) in further { secret.further[name] = value }
    return .set(secret)
  }

  /// Leaves a tombstone with the old uniqueness key of a synchronizable item when the key has
  /// changed.
  private func leaveTombstone(
    _ row: ItemRow, _ content: OpenedRow, _ attributes: AttributeSet,
    _ session: ItemSession
  ) throws(KeychainError) {
    guard request.leavesTombstones ?? row.isSynchronizable, !row.isTombstone else { return }
    let key = try session.sealer.blinder.uniqueness(of: attributes, schema, row.identifier)
    guard key != row.uniqueness else { return }
    let remains = Tombstone.attributes(of: content.attributes, schema, at: clock.now)
    try RowWriter(session: session, schema: schema).write(
      remains, .set(SecretContent(data: nil)), identifier: try session.sealer.makeIdentifier(),
      replacing: nil)
  }
}
