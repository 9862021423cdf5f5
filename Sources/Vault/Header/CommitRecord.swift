package import KeychainModel
package import KeychainStore

/// A commit as the header remembers it: for programs that watch, and as a witness that no acknowledged
/// commit is missing from the database.
///
/// It is written after the commit and before the call returns, and not synchronised. After a power failure it
/// may be older than the database, and never newer: the commit was on the disk before.
///
/// ## Encoding
///
/// 64 bytes, little-endian: number (8) ‖ first 8 bytes of the database's identifier ‖ process (4) ‖ flags (4: 1 a
/// synchronizable item was concerned, 2 no item changed) ‖ rows of `genp`, `inet`, `keys`, `cert` (8 each) ‖ the first 8 bytes of the
/// SHA-256 of everything before.
package struct CommitRecord: Equatable, Sendable {
  package static let byteCount = 64
  private static let checksumOffset = 56

  /// The number that the database gave the commit, from 1.
  package let number: UInt64
  /// The beginning of the database's identifier: the numbers of another database have another meaning.
  package let database: UInt64
  package let process: Int32
  package let isSynchronizable: Bool
  /// False when every item stayed as it was.
  package let isTold: Bool
  /// The rows of each class after the commit.
  package let rows: RowCounts

  package init(
    number: UInt64, database: RowIdentifier, process: Int32, isSynchronizable: Bool,
    isTold: Bool = true, rows: RowCounts
  ) {
    self.number = number
    self.database = database.high
    self.process = process
    self.isSynchronizable = isSynchronizable
    self.isTold = isTold
    self.rows = rows
  }

  package func encoded() throws(KeychainError) -> [UInt8] {
    var writer = RecordWriter(byteCount: Self.byteCount)
    writer.put(number, at: 0)
    writer.put(database.bigEndian, at: 8)
    writer.put(process, at: 16)
    writer.put(UInt32(isSynchronizable ? 1 : 0) | UInt32(isTold ? 0 : 2), at: 20)
    writer.put(rows.genericPasswords, at: 24)
    writer.put(rows.internetPasswords, at: 32)
    writer.put(rows.keys, at: 40)
    writer.put(rows.certificates, at: 48)
    return try writer.finished(checksumAt: Self.checksumOffset)
  }

  /// Nil for bytes that are no whole record, and for zeros.
  package init?(decoding bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    guard bytes.count == Self.byteCount,
      let reader = try RecordReader(bytes, checksumAt: Self.checksumOffset)
    else { return nil }
    number = reader.number(at: 0)
    guard number > 0, number <= RecordReader.largestNumber else { return nil }
    for offset in [24, 32, 40, 48] {
      let count: UInt64 = reader.number(at: offset)
      guard count <= RecordReader.largestNumber else { return nil }
    }
    let database: UInt64 = reader.number(at: 8)
    self.database = database.bigEndian
    process = reader.number(at: 16)
    let flags: UInt32 = reader.number(at: 20)
    isSynchronizable = flags & 1 != 0
    isTold = flags & 2 == 0
    rows = RowCounts(
      genericPasswords: reader.number(at: 24), internetPasswords: reader.number(at: 32),
      keys: reader.number(at: 40), certificates: reader.number(at: 48))
  }
}
