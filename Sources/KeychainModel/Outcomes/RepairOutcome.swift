/// The outcome of a repair.
package struct RepairOutcome: Sendable, Equatable {
  /// The rows of one class.
  package struct Count: Sendable, Equatable {
    package let itemClass: ItemClass
    /// The rows that are in the new database.
    package let found: Int
    /// The rows that are known to be missing: the last acknowledged commit had so many more. Nil when nothing says how
    /// many there were.
    package let missing: Int?

    package init(itemClass: ItemClass, found: Int, missing: Int?) {
      self.itemClass = itemClass
      self.found = found
      self.missing = missing
    }
  }

  package let counts: [Count]
  /// The name under which the damaged database is kept, in the data folder.
  package let asideName: String
  /// Whether a part of the database could not be read, so that more may be lost than rows: parts of large secrets.
  package let isIncomplete: Bool

  package init(counts: [Count], asideName: String, isIncomplete: Bool) {
    self.counts = counts
    self.asideName = asideName
    self.isIncomplete = isIncomplete
  }
}
