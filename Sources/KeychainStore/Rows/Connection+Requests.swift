package import KeychainModel

// The table of settled requests, which prevents that a request is performed twice. The row of a performed request is
// written in the transaction of the request. The row of a refused request is written when the client asks for the
// outcome of a request without a row.
//
// The rows have consecutive numbers from 1, in the order of their commits. A row is removed only together with all older
// rows. So the oldest row shows of which commits rows were removed.

/// A row of the table of requests. The row contains no secret.
package struct RequestRow: Equatable, Sendable {
  /// The status of the request; 0 when the request succeeded.
  package var status: Int64
  /// The concatenated persistent references of the new items; nil when the references were not kept.
  package var references: [UInt8]?

  package init(status: Int64, references: [UInt8]?) {
    self.status = status
    self.references = references
  }
}

/// Which rows of the table of requests an addition removes.
package struct RequestLifetime: Sendable {
  /// The number of seconds for which a row is kept at least.
  package let seconds: Double
  /// The number of the newest rows that are kept whatever their time is. A step of the clock removes none of them.
  package let keptCount: Int64
  /// The largest number of rows that one addition removes. Removing more rows would make one client wait for another.
  package let removedCount: Int64

  package init(seconds: Double, keptCount: Int64, removedCount: Int64) {
    self.seconds = seconds
    self.keptCount = keptCount
    self.removedCount = removedCount
  }
}

extension Connection {
  /// The row of a request; nil when there is no such row.
  package func request(
    _ identifier: RowIdentifier, of client: [UInt8]
  ) throws(KeychainError) -> RequestRow? {
    try withStatement(.selectRequest) { (statement) throws(KeychainError) in
      try statement.bind(client, at: 1)
      try statement.bind(identifier, at: 2)
      guard try statement.step() else { return nil }
      return RequestRow(
        status: statement.integer(0), references: statement.isNull(1) ? nil : statement.bytes(1))
    }
  }

  /// A commit such that all rows of later commits are still in the table; 0 when no row was removed.
  package func lastRemovedRequestCommit() throws(KeychainError) -> UInt64 {
    try withStatement(.selectOldestRequest) { (statement) throws(KeychainError) in
      guard try statement.step(), statement.integer(0) > 1 else { return 0 }
      return UInt64(max(statement.integer(1), 1) - 1)
    }
  }

  /// Whether an addition removes the oldest row. If not, it removes no row, because a row is removed only together with all
  /// older rows.
  private func mayRemoveOldestRequest(
    at time: Double, _ lifetime: RequestLifetime
  ) throws(KeychainError) -> Bool {
    try withStatement(.selectOldestRequest) { (statement) throws(KeychainError) in
      guard try statement.step() else { return false }
      let (oldest, newest) = (statement.integer(0), statement.integer(3))
      return newest &- oldest >= lifetime.keptCount && abs(statement.real(2) - time) > lifetime.seconds
    }
  }

  /// Adds the row of a request. Removes the oldest rows whose times are too old, or in the future.
  ///
  /// The version of the row is the number of the commit that the current transaction will get.
  ///
  /// - Parameter time: The current time, in seconds since 2001-01-01 00:00:00 UTC.
  /// - Throws: `.duplicateItem` when the request already has a row.
  package func addRequest(
    _ row: RequestRow, _ identifier: RowIdentifier, of client: [UInt8], at time: Double, _ lifetime: RequestLifetime
  ) throws(KeychainError) {
    try withStatement(.insertRequest) { (statement) throws(KeychainError) in
      try statement.bind(client, at: 1)
      try statement.bind(identifier, at: 2)
      statement.bind(row.status, at: 3)
      if let references = row.references { try statement.bind(references, at: 4) }
      statement.bind(real: time, at: 5)
      try statement.run()
    }
    guard try mayRemoveOldestRequest(at: time, lifetime) else { return }
    try withStatement(.deleteRequests) { (statement) throws(KeychainError) in
      statement.bind(real: time - lifetime.seconds, at: 1)
      statement.bind(real: time + lifetime.seconds, at: 2)
      statement.bind(lifetime.keptCount, at: 3)
      statement.bind(lifetime.removedCount, at: 4)
      try statement.run()
    }
  }
}
