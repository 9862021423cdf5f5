/// The outcome of the repair of a database.
package struct RepairOutcome: Sendable, Equatable {
  /// The numbers of rows of one item class.
  package struct Count: Sendable, Equatable {
    package let itemClass: ItemClass
    /// The number of rows in the new database.
    package let found: Int
    /// The number of missing rows: the number of rows in the last known commit minus `found`. Nil if the number of rows
    /// in the last commit is unknown.
    package let missing: Int?

    package init(itemClass: ItemClass, found: Int, missing: Int?) {
      self.itemClass = itemClass
      self.found = found
      self.missing = missing
    }
  }

  package let counts: [Count]
  /// The name of the file that contains the damaged database. The file is in the data folder.
  package let asideName: String
  /// Whether a part of the database could not be read or restored. In this case, more data than the missing rows may be
  /// lost, such as parts of large secrets.
  package let isIncomplete: Bool

  package init(counts: [Count], asideName: String, isIncomplete: Bool) {
    self.counts = counts
    self.asideName = asideName
    self.isIncomplete = isIncomplete
  }
}
