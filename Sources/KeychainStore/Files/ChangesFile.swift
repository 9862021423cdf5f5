package import KeychainFiles
package import KeychainModel

/// The file `changes`: written after every commit, for processes that watch it with inotify.
///
/// It begins with the number of the latest commit (8 bytes) and 8 zeros. Then follow 64 records of
/// 16 bytes, commit *n* at the place *n* modulo 64: its number (8 bytes), the process that wrote
/// (4), and 1 when a synchronizable item was concerned (4). Numbers are little-endian.
///
/// A number is taken inside the transaction and its record written after the commit, so that
/// nobody is told too early; a number without a record belongs to a commit that failed. Nothing
/// depends on the file: it is not synchronised, and a commit is no less done when it cannot be
/// written.
package final class ChangesFile: Sendable {
  package static let name = "changes"
  private static let recordByteCount = 16
  private static let recordCount = 64

  package struct Record: Equatable, Sendable {
    package var number: UInt64
    package var process: Int32
    package var isSynchronizable: Bool

    package init(number: UInt64, process: Int32, isSynchronizable: Bool) {
      self.number = number
      self.process = process
      self.isSynchronizable = isSynchronizable
    }
  }

  private let file: RecordFile

  /// Opens the file, and makes it when there is none.
  package init?(in directory: ProtectedDirectory) throws(KeychainError) {
    guard let file = try RecordFile(Self.name, in: directory, creating: true) else { return nil }
    self.file = file
  }

  /// The commits that the file holds, oldest first.
  package func records() throws(KeychainError) -> [Record] {
    var bytes = [UInt8](repeating: 0, count: Self.recordByteCount * (1 + Self.recordCount))
    let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    return stride(
      from: Self.recordByteCount, through: count - Self.recordByteCount, by: Self.recordByteCount
    )
    .map { offset in Self.record(bytes[offset..<offset + Self.recordByteCount]) }
    .filter { $0.number > 0 }
    .sorted { $0.number < $1.number }
  }

  /// Takes the number of a commit that is about to happen. To be called while holding the write
  /// lock of the database.
  package func takeNumber() throws(KeychainError) -> UInt64 {
    var latest: UInt64 = 0
    let count = try withUnsafeMutableBytes(of: &latest) { (buffer) throws(KeychainError) in
      try file.read(into: buffer)
    }
    let number = count == 8 ? UInt64(littleEndian: latest) &+ 1 : 1
    try file.write(Self.bytes(number) + Self.bytes(0), at: 0, durably: false)
    return number
  }

  /// Tells of a commit that happened.
  package func write(_ record: Record) throws(KeychainError) {
    var bytes = Self.bytes(record.number)
    withUnsafeBytes(of: record.process.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(record.isSynchronizable ? 1 : 0).littleEndian) {
      bytes.append(contentsOf: $0)
    }
    let place = 1 + Int(record.number % UInt64(Self.recordCount))
    try file.write(bytes, at: place * Self.recordByteCount, durably: false)
  }

  /// Forgets the commits of the past, and tells of one more. To be called while holding the store's
  /// lock exclusively.
  ///
  /// Numbers go on, because those who watch the file tell commits apart by them.
  package func forget(process: Int32) throws(KeychainError) {
    let number = try takeNumber()
    let records = [UInt8](repeating: 0, count: Self.recordByteCount * Self.recordCount)
    try file.write(records, at: Self.recordByteCount, durably: false)
    try write(Record(number: number, process: process, isSynchronizable: false))
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func record(_ bytes: ArraySlice<UInt8>) -> Record {
    bytes.withUnsafeBytes { bytes in
      Record(
        number: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
        process: Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self)),
        isSynchronizable: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self) != 0)
    }
  }
}
