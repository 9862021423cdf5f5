/// The results of a verification: the command `verify-keychain`. A verification reads every row, and opens each row
/// whose key is available.
package struct VerificationReport: Sendable {
  /// The numbers of rows of one item class.
  package struct Count: Sendable {
    package var itemClass: ItemClass
    /// The number of intact items. An item whose access control requires a proof is counted without opening the item.
    package var items = 0
    package var tombstones = 0
    /// The number of items whose key was destroyed. These items can never be opened again, which is not damage.
    package var dead = 0
    /// The number of rows that were not opened because the keychain is locked. The number includes items and
    /// tombstones.
    package var locked = 0
    /// The number of rows that were not opened because their keys are not available. The number includes items and
    /// tombstones.
    package var unopened = 0

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }
  }

  /// A row that cannot be opened, or a fault of the files.
  package struct Damage: Sendable {
    /// The class of the row; nil for a fault of a file.
    package var itemClass: ItemClass?
    /// The row number, which increases in the order of creation; 0 for a fault of a file.
    package var number: Int64
    /// A description of the damage. The description contains no value of the item.
    package var reason: String

    package init(_ itemClass: ItemClass?, number: Int64, reason: String) {
      self.itemClass = itemClass
      self.number = number
      self.reason = reason
    }
  }

  /// A row that could not be opened and was moved to quarantine, because an item with the same uniqueness key was
  /// added.
  package struct Quarantined: Sendable {
    package var itemClass: ItemClass?
    package var number: Int64
    /// The time at which the row was moved, in seconds since 2001-01-01 00:00:00 UTC.
    package var moved: Double

    package init(_ itemClass: ItemClass?, number: Int64, moved: Double) {
      self.itemClass = itemClass
      self.number = number
      self.moved = moved
    }
  }

  package var counts: [Count] = []
  package var damages: [Damage] = []
  package var quarantined: [Quarantined] = []
  /// The names of the files that earlier repairs renamed and kept in the data folder.
  package var setAside: [String] = []
  /// The number of old keys that still exist after a rotation. Either the rotation is not complete, or damaged rows may
  /// need the keys.
  package var retiredKeyCount = 0
  /// The number of undamaged rows that are still sealed under the old keys after a rotation.
  package var rowsUnderRetiredKeys = 0
  /// The error that every call throws in the current state of the files, because files are missing or keys are not
  /// available. Nil if the keychain can be opened.
  package var obstacle: KeychainError?

  /// Whether the report says that more rows are damaged.
  private var isShortened = false

  package init() {}

  /// The largest number of listed damages. Faults of files are always listed.
  package static let largestDamageCount = 10_000

  /// Whether nothing is damaged. Quarantined rows and the files in `setAside` are not damage.
  package var isIntact: Bool { damages.isEmpty }

  /// Adds a damaged row, or a fault of a file. If several checks find the same fault of a file, the fault is added only
  /// once.
  /// After `largestDamageCount` entries, the report says only that more rows are damaged.
  package mutating func note(_ reason: String, _ itemClass: ItemClass? = nil, _ number: Int64 = 0) {
    guard itemClass == nil || damages.count < Self.largestDamageCount else {
      if !isShortened { note("more rows are damaged, which this report does not list") }
      isShortened = true
      return
    }
    let isFound = itemClass == nil && damages.contains { $0.itemClass == nil && $0.reason == reason }
    if !isFound { damages.append(Damage(itemClass, number: number, reason: reason)) }
  }
}
