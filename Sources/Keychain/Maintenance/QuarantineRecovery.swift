package import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Moves rows out of quarantine. A row was moved to quarantine to make room for an equal item.
package struct QuarantineRecovery {
  package struct Outcome: Sendable, Equatable {
    package var recovered = 0
    /// The rows that stay in quarantine, oldest first.
    package var kept: [Kept] = []
    /// Whether a synchronizable item was moved back.
    var isSynchronizable = false

    package init(recovered: Int = 0, kept: [Kept] = []) {
      self.recovered = recovered
      self.kept = kept
    }
  }

  /// A row that stays in quarantine, unchanged.
  package struct Kept: Sendable, Equatable {
    /// The class; nil when the stored class is damaged.
    package var itemClass: ItemClass?
    /// The row number, which determines the position of the row in creation order.
    package var number: Int64
    package var reason: Reason

    package init(_ itemClass: ItemClass?, number: Int64, _ reason: Reason) {
      self.itemClass = itemClass
      self.number = number
      self.reason = reason
    }
  }

  /// The reason why a row stays in quarantine. The raw value is text for messages.
  package enum Reason: String, Sendable {
    case keyTaken = "an item with the same identifying attributes is there now"
    case keyTakenByTombstone =
      "what remains of a deleted item has the same identifying attributes; a purge removes it"
    case identifierTaken = "another item has its persistent reference"
    case damaged = "it does not open"
    case dead = "its key was destroyed"
    case locked = "the keychain is locked"
    case guarded = "its access control asks for a proof"
    case unknownKey = "it is sealed under a key that the keybag does not have"
  }

  let session: ItemSession

  /// Moves rows out of quarantine. The caller must start the transaction.
  func run() throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    for quarantined in try session.connection.quarantinedRows() {
      if let reason = try recover(quarantined, &outcome) {
        outcome.kept.append(Kept(quarantined.itemClass, number: quarantined.number, reason))
      } else {
        outcome.recovered += 1
      }
    }
    return outcome
  }

  /// Moves a row out of quarantine. Returns nil, or the reason why the row stays.
  private func recover(
    _ quarantined: QuarantinedRow, _ outcome: inout Outcome
  ) throws(KeychainError) -> Reason? {
    guard let itemClass = quarantined.itemClass, let row = quarantined.row else { return .damaged }
    let schema = ItemSchema.of(itemClass)
    let content: OpenedRow
    switch try session.sealer.condition(of: row, schema) {
    case .opened(_, let opened): content = opened
    case .guarded: return .guarded
    case .dead: return .dead
    case .locked: return .locked
    case .unknownKey: return .unknownKey
    case .damaged: return .damaged
    }
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
