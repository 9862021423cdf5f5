import KeychainFiles
import KeychainModel
import KeychainStore

/// Reads a copy of a vault from start to end. Nothing in a copy is trusted: a program of the user may have made it.
final class VaultCopyReader {
  enum Entry {
    case row(RecordedRow)
    case quarantined(RecordedQuarantine)
    /// A chunk of the secret of the row before it, and its number.
    case chunk(Int64, [UInt8])
  }

  let head: VaultCopy.Head
  private(set) var counts = VaultCopy.Counts()
  private(set) var digest: [UInt8]
  private let file: InputFile
  private var offset = 0
  private var buffer: [UInt8] = []
  private var position = 0
  /// The number of the last chunk of the present row; nil when no row precedes.
  private var lastChunk: Int64?

  /// - Throws: `.decode` when the file does not begin like a copy; `.notAvailable` for a copy of a later version.
  init(_ file: InputFile) throws(KeychainError) {
    self.file = file
    digest = try VaultCopy.digest(after: [], VaultCopy.start)
    var start = [UInt8](repeating: 0, count: VaultCopy.start.count)
    guard file.byteCount >= start.count else { throw VaultCopy.damaged }
    try Self.read(file, at: 0, into: &start)
    guard start.prefix(8) == VaultCopy.start.prefix(8) else {
      throw KeychainError(.decode, "the file is no copy of a keychain")
    }
    guard start == VaultCopy.start else {
      throw KeychainError(
        .notAvailable, "a later version of Latchkey made the copy of the keychain", because: .newerFormat)
    }
    var reading = Reading(offset: start.count)
    let (kind, content) = try reading.frame(file, &digest)
    guard kind == .head else { throw VaultCopy.damaged }
    head = try Self.decode(content) { (reader) throws(KeychainError) in try reader.value() }
    (offset, buffer, position) = (reading.offset, reading.buffer, reading.position)
  }

  /// Reads the next row, or the next chunk of the row before. Returns nil at the end of the copy.
  ///
  /// - Throws: `.decode` when the copy is damaged.
  func next() throws(KeychainError) -> Entry? {
    var reading = Reading(offset: offset, buffer: buffer, position: position)
    let before = digest
    let (kind, content) = try reading.frame(file, &digest)
    (offset, buffer, position) = (reading.offset, reading.buffer, reading.position)
    switch kind {
    case .head: throw VaultCopy.damaged
    case .row:
      let row: RecordedRow = try Self.decode(content) { (reader) throws(KeychainError) in try reader.value() }
      counts.rows[row.itemClass] += 1
      lastChunk = -1
      return .row(row)
    case .quarantined:
      counts.quarantined += 1
      lastChunk = -1
      return .quarantined(try Self.decode(content) { (reader) throws(KeychainError) in try reader.value() })
    case .chunk:
      guard let lastChunk, content.count > 8, content.count - 8 <= VaultCopy.largestChunkByteCount else {
        throw VaultCopy.damaged
      }
      let number = content.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(as: Int64.self)) }
      // The numbers grow, so a row has a limited number of chunks.
      guard number > lastChunk, number < Limits.chunkCount else { throw VaultCopy.damaged }
      self.lastChunk = number
      counts.chunks += 1
      return .chunk(number, Array(content[8...]))
    case .end:
      let (announced, end) = try Self.decode(content) { (reader) throws(KeychainError) in
        (try reader.value(VaultCopy.Counts.self), Array(try reader.take(before.count)))
      }
      guard announced == counts, end == before, reading.isAtEnd(file) else { throw VaultCopy.damaged }
      digest = before
      return nil
    }
  }

  /// Reads the whole copy.
  func check() throws(KeychainError) { while try next() != nil {} }

  private static func decode<Value>(
    _ content: [UInt8], _ body: (inout MessageReader) throws(KeychainError) -> Value
  ) throws(KeychainError) -> Value {
    do throws(KeychainError) {
      return try content.withBytes { (bytes) throws(KeychainError) in
        var reader = MessageReader(bytes)
        let value = try body(&reader)
        try reader.requireEnd()
        return value
      }
    } catch {
      throw error.code == .decode ? VaultCopy.damaged : error
    }
  }

  fileprivate static func read(
    _ file: InputFile, at offset: Int, into bytes: inout [UInt8]
  ) throws(KeychainError) {
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

/// A place in a file, with the bytes that were read in advance.
private struct Reading {
  /// The offset of the first byte after `buffer`.
  var offset: Int
  var buffer: [UInt8] = []
  var position = 0

  private static let bufferByteCount = 256 << 10

  func isAtEnd(_ file: InputFile) -> Bool { offset == file.byteCount && position == buffer.count }

  private func remaining(_ file: InputFile) -> Int { file.byteCount - offset + buffer.count - position }

  mutating func frame(
    _ file: InputFile, _ digest: inout [UInt8]
  ) throws(KeychainError) -> (VaultCopy.FrameKind, [UInt8]) {
    let head = try take(VaultCopy.frameHeadByteCount, file)
    let length = head.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 1, as: UInt32.self)) }
    // The length is checked before there is memory for the content.
    guard let kind = VaultCopy.FrameKind(rawValue: head[0]), length <= VaultCopy.largestFrameByteCount else {
      throw VaultCopy.damaged
    }
    let content = try take(Int(length), file)
    digest = try VaultCopy.digest(after: digest, head + content)
    return (kind, content)
  }

  private mutating func take(_ count: Int, _ file: InputFile) throws(KeychainError) -> [UInt8] {
    guard count <= remaining(file) else { throw VaultCopy.damaged }
    var result = Array(buffer[position..<min(position + count, buffer.count)])
    position += result.count
    guard result.count < count else { return result }
    var rest = [UInt8](
      repeating: 0, count: max(count - result.count, min(Self.bufferByteCount, file.byteCount - offset)))
    try VaultCopyReader.read(file, at: offset, into: &rest)
    offset += rest.count
    position = count - result.count
    result += rest[..<position]
    buffer = rest
    return result
  }
}
