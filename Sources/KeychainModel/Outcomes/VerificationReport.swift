/// The results of `verify-keychain`. It reads every row, and opens the rows whose keys are
/// available.
package struct VerificationReport: Sendable {
  /// The rows of one class.
  package struct Count: Sendable {
    package var itemClass: ItemClass
    /// Items that can be opened.
    package var items = 0
    package var tombstones = 0
    /// Items whose key was destroyed: they are gone for good. This is not damage.
    package var dead = 0
    /// Rows of all kinds that were not opened because the keychain is locked.
    package var locked = 0
    /// Rows of all kinds that were not opened because the keys are not available.
    package var unopened = 0

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }
  }

  /// A row that cannot be opened, or a fault of the files.
  package struct Damage: Sendable {
    /// Nil for a fault of a file.
    package var itemClass: ItemClass?
    /// The row number, which is its place in creation order; 0 for a fault of a file.
    package var number: Int64
    /// The problem. Contains no value of the item.
    package var reason: String

    package init(_ itemClass: ItemClass?, number: Int64, reason: String) {
      self.itemClass = itemClass
      self.number = number
      self.reason = reason
    }
  }

  /// A row that was moved to quarantine to make room for an equal item, because it could not be
  /// opened.
  package struct Quarantined: Sendable {
    package var itemClass: ItemClass?
    package var number: Int64
    /// When the row was moved, in seconds since 2001-01-01 00:00:00 UTC.
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
  /// The names of the files in the data folder that earlier repairs set aside.
  package var setAside: [String] = []
  /// The number of old keys that a rotation has not destroyed. Either the rotation is unfinished,
  /// or damaged rows need the keys.
  package var retiredKeyCount = 0
  /// The number of undamaged rows that are sealed under these old keys.
  package var rowsUnderRetiredKeys = 0
  /// The error that every call gets in the current state of the files: files are missing, or the keys are not
  /// available. Nil when the keychain can be opened.
  package var obstacle: KeychainError?

  package init() {}

  /// Whether nothing is damaged. Quarantined rows, and files that were set aside, are not damage.
  package var isIntact: Bool { damages.isEmpty }

  /// Adds a damaged row or a fault of a file. A fault that several checks find is added once.
  package mutating func note(_ reason: String, _ itemClass: ItemClass? = nil, _ number: Int64 = 0) {
    let isFound = itemClass == nil && damages.contains { $0.itemClass == nil && $0.reason == reason }
    if !isFound { damages.append(Damage(itemClass, number: number, reason: reason)) }
  }
}
