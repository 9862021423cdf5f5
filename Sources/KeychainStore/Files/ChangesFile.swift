package import KeychainFiles
package import KeychainModel

/// The file `changes`: written after every commit, for processes that watch it with inotify.
///
/// It holds the last 64 commits, 16 bytes each, the commit *n* at the place *n* modulo 64: its
/// number (8 bytes), the process that wrote (4), and 1 when a synchronizable item was concerned
/// (4). Numbers are little-endian. Nothing depends on it: it is not synchronised, and a commit is
/// no less done when it cannot be written.
package final class ChangesFile: Sendable {
  package static let name = "changes"
  package static let recordByteCount = 16
  package static let recordCount = 64

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
    var bytes = [UInt8](repeating: 0, count: Self.recordByteCount * Self.recordCount)
    let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    return stride(from: 0, through: count - Self.recordByteCount, by: Self.recordByteCount)
      .map { offset in Self.record(bytes[offset..<offset + Self.recordByteCount]) }
      .filter { $0.number > 0 }
      .sorted { $0.number < $1.number }
  }

  /// Notes a commit. To be called by one writer at a time.
  package func append(
    process: Int32, isSynchronizable: Bool
  ) throws(KeychainError) {
    let number = (try records().last?.number ?? 0) &+ 1
    var bytes: [UInt8] = []
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: process.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(isSynchronizable ? 1 : 0).littleEndian) {
      bytes.append(contentsOf: $0)
    }
    let place = Int(number % UInt64(Self.recordCount))
    try file.write(bytes, at: place * Self.recordByteCount, durably: false)
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
