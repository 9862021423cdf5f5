package import KeychainModel

/// The number of removed rows.
package struct PurgeOutcome: Sendable, Equatable {
  package var dead = 0
  package var tombstones = 0

  package init(dead: Int = 0, tombstones: Int = 0) {
    self.dead = dead
    self.tombstones = tombstones
  }
}

/// The result of a compaction.
package struct CompactionOutcome: Sendable, Equatable {
  /// The size in bytes of the database and its log, before and after.
  package var before: Int64
  package var after: Int64
  /// Whether the log was emptied. If not, another program was reading or kept the keychain busy, and the next
  /// writers free the remaining space.
  package var isComplete: Bool

  package init(before: Int64, after: Int64, isComplete: Bool) {
    self.before = before
    self.after = after
    self.isComplete = isComplete
  }
}

/// The result of moving rows back from quarantine.
package struct QuarantineOutcome: Sendable, Equatable {
  package var recovered = 0
  /// The rows that stay in quarantine, oldest first.
  package var kept: [Kept] = []
  /// Whether a synchronizable item was moved back.
  var isSynchronizable = false

  package init(recovered: Int = 0, kept: [Kept] = []) {
    self.recovered = recovered
    self.kept = kept
  }

  /// A row that stays in quarantine, unchanged.
  package struct Kept: Sendable, Equatable {
    /// Nil when the stored class is damaged.
    package var itemClass: ItemClass?
    /// The row number, which is its place in creation order.
    package var number: Int64
    package var reason: Reason

    package init(_ itemClass: ItemClass?, number: Int64, _ reason: Reason) {
      self.itemClass = itemClass
      self.number = number
      self.reason = reason
    }
  }

  /// Why a row stays. The raw value is a sentence for people.
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
}

/// The rows that searches skip because they cannot be opened.
package struct UnreadableCount: Sendable, Equatable {
  /// Rows that are damaged or whose key is not in the keybag. It is unknown whether they were items or tombstones,
  /// and which group they belong to.
  package var damaged: Int
  /// Items whose access control requires a proof.
  package var guarded: Int

  package init(damaged: Int = 0, guarded: Int = 0) {
    self.damaged = damaged
    self.guarded = guarded
  }
}
