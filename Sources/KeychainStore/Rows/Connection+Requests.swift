package import KeychainModel

// The table of completed requests. The service reads this table in order to perform no request twice. The row of a
// request is written in the transaction of the request.

/// A row of the table of requests. The row contains no secret.
package struct RequestRow: Equatable, Sendable {
  /// The status of the request; 0 when the request succeeded.
  package var status: Int32
  /// The concatenated persistent references of the new items; nil when the request added too many items to store their
  /// references.
  package var references: [UInt8]?

  package init(status: Int32, references: [UInt8]?) {
    self.status = status
    self.references = references
  }
}

extension Connection {
  /// The row of a request; nil when there is no such row, or when its status is invalid.
  package func request(
    _ identifier: RowIdentifier, of client: [UInt8]
  ) throws(KeychainError) -> RequestRow? {
    try withStatement(.selectRequest) { (statement) throws(KeychainError) in
      try statement.bind(client, at: 1)
      try statement.bind(identifier, at: 2)
      guard try statement.step(), let status = Int32(exactly: statement.integer(0)) else {
        return nil
      }
      return RequestRow(
        status: status, references: statement.isNull(1) ? nil : statement.bytes(1))
    }
  }

  /// Adds the row of a request. Removes rows that are older than `lifetime`, and rows with a future date.
  ///
  /// - Parameters:
  ///   - time: The current time, in seconds since 2001-01-01 00:00:00 UTC.
  ///   - lifetime: The number of seconds for which a row is kept.
  /// - Throws: `.duplicateItem` when the request already has a row.
  package func addRequest(
    _ row: RequestRow, _ identifier: RowIdentifier, of client: [UInt8], at time: Double,
    lifetime: Double
  ) throws(KeychainError) {
    try withStatement(.deleteRequests) { (statement) throws(KeychainError) in
      statement.bind(real: time - lifetime, at: 1)
      statement.bind(real: time + lifetime, at: 2)
      try statement.run()
    }
    try withStatement(.insertRequest) { (statement) throws(KeychainError) in
      try statement.bind(client, at: 1)
      try statement.bind(identifier, at: 2)
      statement.bind(Int64(row.status), at: 3)
      if let references = row.references { try statement.bind(references, at: 4) }
      statement.bind(real: time, at: 5)
      try statement.run()
    }
  }
}
