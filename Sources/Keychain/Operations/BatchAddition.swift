import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Stores the items of a batch one after another. The caller must start the transaction.
final class BatchAddition {
  let request: BatchRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: BatchRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  /// - Parameter onProgress: Called with the number of items processed so far.
  /// - Returns: The outcome of each item.
  /// - Throws: The errors of an add or an update. The reason of the error contains the number of the item.
  func run(
    _ session: ItemSession, onProgress: (Int) throws(KeychainError) -> Void
  ) throws(KeychainError) -> [BatchOutcome] {
    var outcomes: [BatchOutcome] = []
    outcomes.reserveCapacity(request.additions.count)
    for (index, addition) in request.additions.enumerated() {
      let defaults = index < request.defaults.count ? request.defaults[index] : AttributeSet()
      outcomes.append(
        try numbering(index) { () throws(KeychainError) in
          try store(addition, defaults, session)
        })
      try onProgress(outcomes.count)
    }
    return outcomes
  }

  /// Returns, for each item, whether an item in the store has the same uniqueness key. Changes nothing.
  ///
  /// - Throws: The errors that an add throws before it writes.
  func duplicates(_ session: ItemSession) throws(KeychainError) -> [Bool] {
    var duplicates: [Bool] = []
    for (index, addition) in request.additions.enumerated() {
      duplicates.append(
        try numbering(index) { () throws(KeychainError) in
          let (attributes, _) = try attributes(of: addition)
          return try existingItem(of: attributes, addition.itemClass, session) != nil
        })
    }
    return duplicates
  }

  /// Runs `body`. If `body` throws, adds the number of the item to the reason of the error.
  private func numbering<Result>(
    _ index: Int, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw error.withReason("item \(index + 1): \(error.reason)")
    }
  }

  private func store(
    _ addition: AddRequest, _ defaults: AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> BatchOutcome {
    var new = addition
    for (name, value) in defaults.entries where new.attributes[name] == nil {
      new.attributes.append(name, value)
    }
    let (attributes, further) = try attributes(of: new)
    // The keychain accepts equal items with free attributes, so an add does not report an equal item.
    if attributes[.freeAttributes] != nil,
      let row = try existingItem(of: attributes, addition.itemClass, session)
    {
      guard request.onDuplicate == .replace else { return .skipped }
      try replace(row, by: addition, session)
      return .replaced
    }
    do throws(KeychainError) {
      _ = try ItemAddition(request: new, caller: caller, clock: clock)
        .run(attributes, further, session)
      return .added
    } catch {
      guard error.code == .duplicateItem else { throw error }
    }
    guard request.onDuplicate == .replace else { return .skipped }
    guard let row = try existingItem(of: attributes, addition.itemClass, session) else {
      throw KeychainError(.internalComponent, "the equal item is not there any more")
    }
    try replace(row, by: addition, session)
    return .replaced
  }

  private func attributes(
    of addition: AddRequest
  ) throws(KeychainError) -> (AttributeSet, AttributeSet) {
    var (attributes, further) =
      try ItemAddition(request: addition, caller: caller, clock: clock).attributes()
    if case .date? = addition.attributes[.creationDate] {
      attributes[.creationDate] = addition.attributes[.creationDate]
    }
    // The date must be finite, because the next change of the item must be able to get a later date.
    if case .date(let date)? = addition.attributes[.modificationDate], date.isFinite {
      attributes[.modificationDate] = .date(date)
    }
    return (attributes, further)
  }

  /// Finds the row of the item that has the uniqueness key of the attributes, or all their free attributes. Returns nil
  /// when this row is a tombstone or damaged, when its key was destroyed, and when its key is unknown.
  private func existingItem(
    of attributes: AttributeSet, _ itemClass: ItemClass, _ session: ItemSession
  ) throws(KeychainError) -> ItemRow? {
    let schema = ItemSchema.of(itemClass)
    guard let row = try equalRow(attributes, schema, session), !row.isTombstone, row.policy <= session.grade else {
      return nil
    }
    switch try session.sealer.open(row, schema) {
    // A guarded row is also returned. The replacement of a guarded row throws the error that a proof is missing.
    case .opened, .guarded: return row
    case .dead, .unknownKey, .damaged: return nil
    }
  }

  private func equalRow(
    _ attributes: AttributeSet, _ schema: ItemSchema, _ session: ItemSession
  ) throws(KeychainError) -> ItemRow? {
    let (blinder, connection) = (session.sealer.blinder, session.connection)
    guard let map = attributes[.freeAttributes].flatMap({ FreeAttributes($0) }) else {
      let key = try blinder.uniqueness(of: attributes, schema)
      return try connection.row(uniqueness: key, of: schema.itemClass)?.row
    }
    let group = try blinder.group(attributes[.accessGroup]?.text ?? Caller.loginGroup)
    let key = Connection.FreeAttributeKey.map(try blinder.map(map, in: group))
    guard let number = try connection.rows(with: key, after: .min, limit: 1).first else { return nil }
    return try connection.row(number: number, of: schema.itemClass)?.row
  }

  private func replace(
    _ row: ItemRow, by addition: AddRequest, _ session: ItemSession
  ) throws(KeychainError) {
    let schema = ItemSchema.of(addition.itemClass)
    var changes = AttributeSet()
    for (name, value) in addition.attributes.entries {
      guard let traits = schema[name]?.traits, traits.contains(.settableByUpdate),
        !traits.contains(.unique), name != .creationDate
      else { continue }
      changes.append(name, value)
    }
    let query = ItemQuery(
      addition.itemClass, isSynchronizable: nil,
      reference: .item(addition.itemClass, row.identifier))
    var update = UpdateRequest(query, changes: changes, secret: addition.secret)
    update.retainsPrivateKeys = request.retainsPrivateKeys
    _ = try ItemUpdate(request: update, caller: caller, clock: clock).run(session)
  }
}
