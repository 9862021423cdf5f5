import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Performs a delete.
final class ItemDeletion {
  let request: DeleteRequest
  let caller: Caller
  let clock: any KeychainClock

  init(request: DeleteRequest, caller: Caller, clock: any KeychainClock) {
    self.request = request
    self.caller = caller
    self.clock = clock
  }

  private var schema: ItemSchema { ItemSchema.of(request.query.itemClass) }

  /// Deletes the matching items, including locked items (specification: surprise S49). Returns whether a deleted item
  /// was synchronizable.
  ///
  /// - Throws: `.itemNotFound` when nothing matches; `.missingEntitlement` when the caller may not write to the access
  ///   group of the query.
  func run(_ session: ItemSession) throws(KeychainError) -> Bool {
    let found = try MatchingRows.changeable(
      request.query, as: caller, session, readingAttributes: false, passingLocked: true)
    if let (row, _) = found.single {
      try delete(row, session)
      return row.isSynchronizable
    }
    var isSynchronizable = false
    for number in found.numbers {
      guard let row = try session.connection.row(number: number, of: schema.itemClass)?.row else {
        continue
      }
      isSynchronizable = isSynchronizable || row.isSynchronizable
      try delete(row, session)
    }
    return isSynchronizable
  }

  /// Deletes one item.
  func delete(_ row: ItemRow, _ session: ItemSession) throws(KeychainError) {
    let writer = RowWriter(session: session, schema: schema)
    let leavesTombstone =
      request.leavesTombstones ?? (row.isSynchronizable && !row.isTombstone)
    guard leavesTombstone else { return try writer.delete(row) }
    guard session.sealer.ring.status(of: row.keyID) != .locked else {
      return try writer.writeTombstone(ofLocked: row, at: clock.now)
    }
    guard let content = try session.sealer.open(row, schema).content else {
      return try writer.delete(row)
    }
    // A synchronizable item has no access control, so its content is available.
    let remains = Tombstone.attributes(of: content.attributes, schema, at: clock.now)
    try writer.write(
      remains, .set(SecretContent(data: nil)), identifier: row.identifier,
      replacing: row)
  }
}
