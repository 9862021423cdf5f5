import KeychainModel
import KeychainStore

/// What is authenticated together with the sealed parts of a row: all that is readable of it. A
/// row that was altered, moved to another item or mixed from two does not open.
enum RowBinding {
  /// The version of what rows look like inside.
  private static let formatVersion: UInt8 = 1

  /// For the metadata: every plain and blind column. Only the tags vary in length; they are last.
  static func metadata(
    of row: StoredRow, _ itemClass: ItemClass, _ storeID: RowIdentifier
  ) -> [UInt8] {
    var bytes = start(row.identifier, itemClass, storeID, part: UInt8(ascii: "M"))
    bytes.append(row.accessibility.rawValue)
    bytes.append(row.isSynchronizable ? 1 : 0)
    bytes.append(row.isTombstone ? 1 : 0)
    withUnsafeBytes(of: row.keyID.littleEndian) { bytes.append(contentsOf: $0) }
    row.accessGroup.withBytes { bytes.append(contentsOf: $0) }
    row.uniqueness.withBytes { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(row.indexed.count))
    for value in row.indexed {
      bytes.append(value == nil ? 0 : 1)
      value?.withBytes { bytes.append(contentsOf: $0) }
    }
    bytes.append(contentsOf: row.tags)
    return bytes
  }

  /// For the secret: whose it is. Its nonce is in the metadata, which an update of attributes seals
  /// anew around the same secret.
  static func secret(
    of identifier: RowIdentifier, _ itemClass: ItemClass, _ storeID: RowIdentifier
  ) -> [UInt8] {
    start(identifier, itemClass, storeID, part: UInt8(ascii: "S"))
  }

  private static func start(
    _ identifier: RowIdentifier, _ itemClass: ItemClass, _ storeID: RowIdentifier, part: UInt8
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    bytes.append(formatVersion)
    bytes.append(part)
    storeID.withBytes { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: itemClass.code.rawValue.bigEndian) { bytes.append(contentsOf: $0) }
    identifier.withBytes { bytes.append(contentsOf: $0) }
    return bytes
  }
}
