import KeychainModel
import KeychainStore

/// What is authenticated together with the sealed parts of a row: all that is readable of it. A
/// row that was altered, moved to another item or mixed from two does not open.
enum RowBinding {
  /// The version of what rows look like inside.
  private static let formatVersion: UInt8 = 2

  /// The bytes of what every binding begins with.
  private static let startByteCount = 38

  /// For the metadata: every plain and blind column. Only the tags vary in length; they are last.
  @inline(__always)
  static func withMetadata<Result>(
    of row: StoredRow, _ itemClass: ItemClass, _ storeID: RowIdentifier,
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let count = startByteCount + 48 + 17 * row.indexed.count + row.tags.count
    return try lend(count, body) { writer in
      start(&writer, row.identifier, itemClass, storeID, part: UInt8(ascii: "M"))
      writer.append(byte: row.accessibility.rawValue)
      writer.append(byte: row.isSynchronizable ? 1 : 0)
      writer.append(byte: row.isTombstone ? 1 : 0)
      writer.append(number: UInt64(bitPattern: row.policy).littleEndian)
      writer.append(number: row.keyID.littleEndian)
      writer.append(row.accessGroup)
      writer.append(row.uniqueness)
      writer.append(byte: UInt8(row.indexed.count))
      for position in 0..<row.indexed.count {
        let value = row.indexed[position]
        writer.append(byte: value == nil ? 0 : 1)
        if let value { writer.append(value) }
      }
      writer.append(row.tags)
    }
  }

  /// For the secret: whose it is. Its nonce is in the metadata, which an update of attributes seals
  /// anew around the same secret.
  @inline(__always)
  static func withSecret<Result>(
    of identifier: RowIdentifier, _ itemClass: ItemClass, _ storeID: RowIdentifier,
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try lend(startByteCount, body) {
      start(&$0, identifier, itemClass, storeID, part: UInt8(ascii: "S"))
    }
  }

  private static func start(
    _ writer: inout ByteWriter, _ identifier: RowIdentifier, _ itemClass: ItemClass,
    _ storeID: RowIdentifier, part: UInt8
  ) {
    writer.append(byte: formatVersion)
    writer.append(byte: part)
    writer.append(storeID)
    writer.append(number: itemClass.code.rawValue.bigEndian)
    writer.append(identifier)
  }

  /// Lends bytes on the stack, where they are few.
  @inline(__always)
  private static func lend<Result>(
    _ count: Int, _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result,
    _ write: (inout ByteWriter) -> Void
  ) throws(KeychainError) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) {
      (buffer) throws(KeychainError) in
      var writer = ByteWriter(buffer)
      write(&writer)
      return try body(UnsafeRawBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }
}
