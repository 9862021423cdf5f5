import CPlatform
package import KeychainModel
package import KeychainStore

/// A record of a commit in the header. Observers read the record. The record also shows when an acknowledged commit is
/// missing from the database.
///
/// The record is written after the commit and before the call returns. The record is not synchronized, so after a power
/// failure it may be older than the database. The record is never newer, because the commit reached the disk first.
///
/// ## Encoding
///
/// 64 bytes, little-endian: number (8) ‖ first 8 bytes of the database's identifier ‖ process (4) ‖ flags (4: 1 the
/// commit concerns a synchronizable item, 2 no item changed) ‖ rows of `genp`, `inet`, `keys`, `cert` (8 each) ‖
/// checksum of all earlier bytes (8).
package struct CommitRecord: Equatable, Sendable {
  package static let byteCount = 64
  private static let checksumOffset = 56

  /// The number of the commit in its database, from 1.
  package let number: UInt64
  /// The first bytes of the database's identifier. Numbers of different databases cannot be compared.
  package let database: UInt64
  package let process: Int32
  package let isSynchronizable: Bool
  /// False when the commit changed no item.
  package let changesItems: Bool
  /// The number of rows of each class after the commit.
  package let rows: RowCounts

  package init(
    number: UInt64, database: RowIdentifier, process: Int32, isSynchronizable: Bool, changesItems: Bool = true,
    rows: RowCounts
  ) {
    self.number = number
    self.database = database.high
    self.process = process
    self.isSynchronizable = isSynchronizable
    self.changesItems = changesItems
    self.rows = rows
  }

  /// Writes the 64 bytes of the record.
  package func encode(into buffer: UnsafeMutableRawBufferPointer) {
    func put(_ number: some FixedWidthInteger, at offset: Int) {
      buffer.storeBytes(of: number, toByteOffset: offset, as: type(of: number))
    }
    put(number.littleEndian, at: 0)
    put(database.bigEndian, at: 8)
    put(process.littleEndian, at: 16)
    put((UInt32(isSynchronizable ? 1 : 0) | UInt32(changesItems ? 0 : 2)).littleEndian, at: 20)
    put(rows.genericPasswords.littleEndian, at: 24)
    put(rows.internetPasswords.littleEndian, at: 32)
    put(rows.keys.littleEndian, at: 40)
    put(rows.certificates.littleEndian, at: 48)
    put(lk_checksum(buffer.baseAddress, Self.checksumOffset, 0).littleEndian, at: Self.checksumOffset)
  }

  /// Returns nil when the bytes are zeros or not an intact record.
  package init?(decoding bytes: UnsafeRawBufferPointer) {
    func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    guard bytes.count == Self.byteCount,
      lk_checksum(bytes.baseAddress, Self.checksumOffset, 0) == number(at: Self.checksumOffset)
    else { return nil }
    self.number = number(at: 0)
    guard self.number > 0, self.number <= RecordReader.largestNumber else { return nil }
    database = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    process = number(at: 16)
    let flags: UInt32 = number(at: 20)
    isSynchronizable = flags & 1 != 0
    changesItems = flags & 2 == 0
    rows = RowCounts(
      genericPasswords: number(at: 24), internetPasswords: number(at: 32), keys: number(at: 40),
      certificates: number(at: 48))
    for itemClass in ItemClass.stored {
      guard (0...Int64(RecordReader.largestNumber)).contains(rows[itemClass]) else { return nil }
    }
  }
}
