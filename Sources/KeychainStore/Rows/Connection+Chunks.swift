package import KeychainModel

// The chunks of secrets that are too large for a row, and the domains of internet passwords.

extension Connection {
  /// The mark of a row in the chunk table, "chnk". A salvage recognises the row by it.
  static let chunkMark: Int64 = 0x6368_6E6B

  package func insertChunk(
    _ data: [UInt8], at sequence: Int, of identifier: RowIdentifier
  ) throws(KeychainError) {
    try withStatement(.insertChunk) { (statement) throws(KeychainError) in
      statement.bind(Self.chunkMark, at: 1)
      try statement.bind(identifier, at: 2)
      statement.bind(Int64(sequence), at: 3)
      try statement.bind(data, at: 4)
      try statement.run()
    }
  }

  /// The chunks of a row, in order. Empty when a chunk is missing between others.
  package func chunks(of identifier: RowIdentifier) throws(KeychainError) -> [[UInt8]] {
    try withStatement(.selectChunks) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
      var chunks: [[UInt8]] = []
      while try statement.step() {
        guard statement.integer(0) == Int64(chunks.count) else { return [] }
        chunks.append(statement.bytes(1))
      }
      return chunks
    }
  }

  /// The identifiers of the rows that have chunks.
  package func ownersOfChunks() throws(KeychainError) -> Set<RowIdentifier?> {
    Set(try rows("SELECT DISTINCT ref FROM chunk") { RowIdentifier($0.bytes(0)) })
  }

  package func deleteChunks(of identifier: RowIdentifier) throws(KeychainError) {
    try withStatement(.deleteChunks) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
      try statement.run()
    }
  }
}
