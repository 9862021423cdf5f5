/// A commit to the keychain.
package struct KeychainChange: Sendable, Equatable {
  /// Whether a synchronizable item was added, changed or deleted.
  package var isSynchronizable: Bool

  /// The identifier of the process that made the commit.
  package var process: Int32

  package init(isSynchronizable: Bool, process: Int32) {
    self.isSynchronizable = isSynchronizable
    self.process = process
  }
}

/// A position in the sequence of commits to a keychain. The cursor remains valid in other processes and after a
/// restart.
package struct ChangeCursor: Sendable, Hashable {
  /// The upper 64 bits of the identifier of the database; 0 when there was no database.
  let database: UInt64
  /// The greatest known commit number.
  let number: UInt64
  /// A bit mask of the known commits among the 64 commits up to `number`. The lowest bit stands for the commit
  /// `number`. One number is not sufficient, because two processes may not record their commits in the order of the
  /// commit numbers.
  let known: UInt64

  init(database: UInt64, number: UInt64, known: UInt64) {
    self.database = database
    self.number = number
    self.known = known
  }
}
