package import KeychainModel

/// What `verify-keychain` finds: every row is read, and opened where its key is at hand.
package struct VerificationReport: Sendable {
  /// The rows of one class.
  package struct Count: Sendable {
    package var itemClass: ItemClass
    /// Live items that open.
    package var items = 0
    package var tombstones = 0
    /// Items under a key that was destroyed: gone for good, and no damage.
    package var dead = 0
    /// Rows of all kinds that were not opened, because the keychain is locked.
    package var locked = 0
    /// Rows of all kinds that were not opened, because the keys cannot be had.
    package var unopened = 0

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }
  }

  /// A row that does not open, or a fault of the files.
  package struct Damage: Sendable {
    /// Nil for a fault of a file.
    package var itemClass: ItemClass?
    /// The row's place in the order of creation; 0 for a fault of a file.
    package var number: Int64
    /// What is wrong, without any value of the item.
    package var reason: String

    package init(_ itemClass: ItemClass?, number: Int64, reason: String) {
      self.itemClass = itemClass
      self.number = number
      self.reason = reason
    }
  }

  /// A row that was moved out of the way of an equal item because it did not open.
  package struct Quarantined: Sendable {
    package var itemClass: ItemClass?
    package var number: Int64
    /// Seconds since 2001-01-01 00:00:00 UTC.
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
  /// The names of files that earlier repairs set aside, in the data folder.
  package var setAside: [String] = []
  /// The old keys that a rotation has not destroyed: it is not finished, or damaged rows need them.
  package var retiredKeyCount = 0
  /// The rows that are sealed under such a key and are not damaged.
  package var rowsUnderRetiredKeys = 0
  /// The error of every call as the files are now: files are missing, or the keys cannot be had. Nil when the keychain can
  /// be opened.
  package var obstacle: KeychainError?

  package init() {}

  /// Whether nothing is damaged. Quarantined rows and files set aside are no damage of this keychain.
  package var isIntact: Bool { damages.isEmpty }

  /// Adds a damaged row or a fault of a file. A fault that several checks find is added once.
  mutating func note(_ reason: String, _ itemClass: ItemClass? = nil, _ number: Int64 = 0) {
    let isFound = itemClass == nil && damages.contains { $0.itemClass == nil && $0.reason == reason }
    if !isFound { damages.append(Damage(itemClass, number: number, reason: reason)) }
  }
}
