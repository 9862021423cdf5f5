/// The outcome of the repair of a database.
package struct RepairOutcome: Sendable, Equatable {
  /// The numbers of rows of one item class.
  package struct Count: Sendable, Equatable {
    package let itemClass: ItemClass
    /// The number of rows in the new database.
    package let found: Int
    /// The number of rows that are known to be missing: the last known commit had this many rows more. Nil if the row
    /// count of the last commit is unknown.
    package let missing: Int?

    package init(itemClass: ItemClass, found: Int, missing: Int?) {
      self.itemClass = itemClass
      self.found = found
      self.missing = missing
    }
  }

  package let counts: [Count]
  /// The name of the file in the data folder that contains the damaged database.
  package let asideName: String
  /// Whether more data than the missing rows may be lost, such as parts of large secrets. A part of the database could
  /// not be read.
  package let isIncomplete: Bool

  package init(counts: [Count], asideName: String, isIncomplete: Bool) {
    self.counts = counts
    self.asideName = asideName
    self.isIncomplete = isIncomplete
  }
}
