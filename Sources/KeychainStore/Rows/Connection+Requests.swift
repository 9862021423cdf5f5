package import KeychainModel

// The table of settled requests, which prevents that a request is performed twice. The row of a performed request is
// written in the transaction of the request. The row of a refused request is written when the client asks for the
// outcome of a request without a row.

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
  /// Marks the rows of the table, so that a salvage recognizes the rows.
  static let requestMark: Int64 = 0x7265_7175  // "requ"

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

  /// Adds the row of a request. Removes old rows, and rows with a future date.
  ///
  /// - Parameter time: The current time, in seconds since 2001-01-01 00:00:00 UTC.
  /// - Throws: `.duplicateItem` when the request already has a row.
  package func addRequest(
    _ row: RequestRow, _ identifier: RowIdentifier, of client: [UInt8], at time: Double, _ lifetime: RequestLifetime
  ) throws(KeychainError) {
    try withStatement(.insertRequest) { (statement) throws(KeychainError) in
      statement.bind(Self.requestMark, at: 1)
      try statement.bind(client, at: 2)
      try statement.bind(identifier, at: 3)
      statement.bind(row.status, at: 4)
      if let references = row.references { try statement.bind(references, at: 5) }
      statement.bind(real: time, at: 6)
      try statement.run()
    }
    try withStatement(.deleteRequests) { (statement) throws(KeychainError) in
      statement.bind(real: time - lifetime.seconds, at: 1)
      statement.bind(real: time + lifetime.seconds, at: 2)
      statement.bind(lifetime.keptCount, at: 3)
      statement.bind(lifetime.removedCount, at: 4)
      try statement.run()
    }
  }
}
