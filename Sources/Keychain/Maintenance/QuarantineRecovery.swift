import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Moves rows out of quarantine. A row is in quarantine if the row could not be opened when an equal item was stored.
package struct QuarantineRecovery {
  let session: ItemSession
  /// The program that asks. Rows in its reserved groups, and rows of programs of a higher grade, stay in quarantine.
  let caller: Caller

  /// Moves rows out of quarantine. The transaction must have started.
  func run() throws(KeychainError) -> QuarantineOutcome {
    var outcome = QuarantineOutcome()
    try session.connection.forEachQuarantinedRow { (quarantined) throws(KeychainError) in
      if let reason = try recover(quarantined, &outcome) {
        outcome.kept.append(QuarantineOutcome.Kept(quarantined.itemClass, number: quarantined.number, reason))
      } else {
        outcome.recovered += 1
      }
    }
    return outcome
  }

  /// Moves a row out of quarantine. Returns nil, or the reason why the row stays.
  private func recover(
    _ quarantined: QuarantinedRow, _ outcome: inout QuarantineOutcome
  ) throws(KeychainError) -> QuarantineOutcome.Reason? {
    guard let itemClass = quarantined.itemClass, let row = quarantined.row else { return .damaged }
    let schema = ItemSchema.of(itemClass)
    guard row.policy <= caller.largestPolicy else { return .reserved }
    for group in caller.reservedGroups where try session.sealer.blinder.group(group) == row.accessGroup {
      return .reserved
    }
    let content: OpenedRow
    switch try session.sealer.condition(of: row, schema) {
    case .opened(_, let opened): content = opened
    case .guarded: return .guarded
    case .dead: return .dead
    case .locked: return .locked
    case .unknownKey: return .unknownKey
    case .damaged: return .damaged
    }
    if let group = content.attributes[.accessGroup]?.text, caller.reservedGroups.contains(group) { return .reserved }
    // A program of the user may have forged the row before its keychain moved to the service.
    guard try session.sealer.hasColumns(row, of: content.attributes, schema) else { return .damaged }
    guard try session.readableSecret(of: row, content, schema) != nil else { return .damaged }
    if let occupant = try session.connection.row(uniqueness: row.uniqueness, of: itemClass) {
      return occupant.row?.isTombstone == true ? .keyTakenByTombstone : .keyTaken
    }
    guard let restored = try RowWriter(session: session, schema: schema).restore(quarantined, content.attributes)
    else { return .identifierTaken }
    if restored.isSynchronizable { outcome.isSynchronizable = true }
    return nil
  }
}
