package import KeychainModel

/// The numbers of rows that a purge removed: dead rows and tombstones.
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
  /// The size in bytes of the database and its write-ahead log, before and after the compaction.
  package var before: Int64
  package var after: Int64
  /// Whether the write-ahead log was emptied. If false, another program was using the keychain during the compaction,
  /// and later writers empty the log.
  package var isComplete: Bool

  package init(before: Int64, after: Int64, isComplete: Bool) {
    self.before = before
    self.after = after
    self.isComplete = isComplete
  }
}

/// The result of moving rows out of quarantine.
package struct QuarantineOutcome: Sendable, Equatable {
  package var recovered = 0
  /// The rows that stay in quarantine, oldest first.
  package var kept: [Kept] = []
  /// Whether a synchronizable item was moved out of quarantine.
  var isSynchronizable = false

  package init(recovered: Int = 0, kept: [Kept] = []) {
    self.recovered = recovered
    self.kept = kept
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
    case reserved = "it belongs to a protected application"
  }
}

/// The numbers of rows that searches skip because the rows cannot be opened.
package struct UnreadableCount: Sendable, Equatable {
  /// The number of rows that are damaged or whose key is not in the keybag. Such a row may be an item or a tombstone,
  /// and may belong to any access group.
  package var damaged: Int
  /// The number of items whose access control requires a proof.
  package var guarded: Int

  package init(damaged: Int = 0, guarded: Int = 0) {
    self.damaged = damaged
    self.guarded = guarded
  }
}
