import KeychainModel
import KeychainStore

/// The data that is authenticated with the sealed parts of a row: all unsealed columns of the row. So a row does not
/// open if the row was altered, moved to another item, or mixed from two rows.
enum RowBinding {
  /// The version of the inner format of rows.
  private static let formatVersion: UInt8 = 2

  /// The size in bytes of the fields that every binding begins with.
  private static let startByteCount = 38

  /// The binding of the metadata: all unsealed columns. Only the tags have a variable length, so the tags come last.
  @inline(__always)
  static func withMetadata<Result>(
    of row: ItemRow, _ itemClass: ItemClass, _ vaultID: RowIdentifier,
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let count = startByteCount + 48 + 17 * row.indexed.count + row.tags.count
    return try withUnsafeBuffers(count, body) { writer in
      start(&writer, row.identifier, itemClass, vaultID, part: UInt8(ascii: "M"))
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

  /// The binding of the secret: the identifier and the class of its item. The other columns are not bound, because an
  /// update of attributes changes these columns and keeps the sealed secret. The metadata identifies the current secret
  /// by the nonce of the secret.
  @inline(__always)
  static func withSecret<Result>(
    of identifier: RowIdentifier, _ itemClass: ItemClass, _ vaultID: RowIdentifier,
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withUnsafeBuffers(startByteCount, body) {
      start(&$0, identifier, itemClass, vaultID, part: UInt8(ascii: "S"))
    }
  }

  private static func start(
    _ writer: inout ByteWriter, _ identifier: RowIdentifier, _ itemClass: ItemClass,
    _ vaultID: RowIdentifier, part: UInt8
  ) {
    writer.append(byte: formatVersion)
    writer.append(byte: part)
    writer.append(vaultID)
    writer.append(number: itemClass.code.rawValue.bigEndian)
    writer.append(identifier)
  }

  /// Calls `body` with a buffer for the binding. A small buffer is on the stack.
  @inline(__always)
  private static func withUnsafeBuffers<Result>(
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
