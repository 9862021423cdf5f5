import KeychainCrypto
import KeychainModel
import KeychainStore

/// Writes the fields of a record of fixed size at their offsets.
struct RecordWriter {
  private var record: [UInt8]

  init(byteCount: Int) { record = [UInt8](repeating: 0, count: byteCount) }

  mutating func put(_ bytes: [UInt8], at offset: Int) {
    record.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  mutating func put(_ number: some FixedWidthInteger, at offset: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes in
      record.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }

  /// Writes an identifier; nil leaves zeros.
  mutating func put(_ identifier: RowIdentifier?, at offset: Int) {
    if let identifier { put(identifier.bytes, at: offset) }
  }

  /// Returns the record, which ends with the first bytes of the SHA-256 of all bytes before `offset`.
  func finished(checksumAt offset: Int) throws(KeychainError) -> [UInt8] {
    var record = record
    let digest = try checksum(record, upTo: offset)
    record.replaceSubrange(offset..<record.count, with: digest.prefix(record.count - offset))
    return record
  }
}

/// Reads the fields of a record whose checksum is correct.
struct RecordReader {
  /// The greatest number in a record. It is half of `Int64.max`, so that an increment cannot overflow.
  static let largestNumber = Keybag.largestNumber

  private let record: [UInt8]

  /// Returns nil when the checksum is wrong.
  init?(_ bytes: UnsafeRawBufferPointer, checksumAt offset: Int) throws(KeychainError) {
    record = Array(bytes)
    let digest = try checksum(record, upTo: offset)
    guard record[offset...].elementsEqual(digest.prefix(record.count - offset)) else { return nil }
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] { Array(record[offset..<offset + count]) }

  func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
    record.withUnsafeBytes { bytes in Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  /// Reads an identifier; nil for zeros.
  func identifier(at offset: Int) -> RowIdentifier? {
    let bytes = record[offset..<offset + RowIdentifier.byteCount]
    return bytes.allSatisfy { $0 == 0 } ? nil : RowIdentifier(bytes)
  }
}

private func checksum(_ record: [UInt8], upTo offset: Int) throws(KeychainError) -> [UInt8] {
  try record.withBytes { bytes throws(KeychainError) in
    try SHA256Digest.digest(of: UnsafeRawBufferPointer(rebasing: bytes[..<offset]))
  }
}
