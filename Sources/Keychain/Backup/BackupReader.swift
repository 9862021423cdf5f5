import KeychainCrypto
import KeychainFiles
import KeychainModel
import RowSealing

/// Reads the body of a backup from start to end. The reader returns data only from authenticated chunks. Only the end
/// of the stream proves that the backup is complete.
final class BackupReader {
  enum Entry {
    case item(BackupRecord)
    /// An item that can be restored only on another device.
    case foreign
  }

  private let file: InputFile
  private let header: BackupHeader
  private let stream: BackupKey
  private let chunks: SecretStream
  private var chunk: [UInt8] = []
  private var position = 0
  private var nextChunk = 0
  private var itemCount: UInt64 = 0
  /// The largest record: the largest secret, and all attributes of an item with the largest values.
  var largestRecordByteCount = Limits.secretByteCount + (Limits.queryKeyCount + 1) * Limits.attributeByteCount

  /// Called with the number of bytes that reading a record needs, before the record is read.
  var willRead: ((Int) throws(KeychainError) -> Void)?

  static var damaged: KeychainError { KeychainError(.decode, "the backup is damaged") }

  /// Reads the header of a backup.
  ///
  /// - Throws: The errors of `BackupHeader.init(_:)` and of reading the file.
  static func header(of file: InputFile) throws(KeychainError) -> BackupHeader {
    var bytes = [UInt8](repeating: 0, count: min(file.byteCount, BackupHeader.byteCount))
    try read(file, at: 0, into: &bytes)
    return try BackupHeader(bytes)
  }

  /// - Throws: `.decode` when the length of the file is impossible for a backup.
  init(_ file: InputFile, _ header: BackupHeader, _ stream: BackupKey) throws(KeychainError) {
    self.file = file
    self.header = header
    self.stream = stream
    let sealed = file.byteCount - BackupHeader.byteCount
    let count = max(1, (sealed + Self.sealedChunkByteCount - 1) / Self.sealedChunkByteCount)
    let plain = sealed - count * XAES256GCM.tagByteCount
    guard plain > (count - 1) * SecretStream.chunkByteCount else { throw Self.damaged }
    chunks = try SecretStream(nonce: header.nonce, byteCount: plain)
  }

  deinit { chunk.wipe() }

  /// Reads the next item. Returns nil at the end of the backup.
  ///
  /// - Parameter items: The key that opens the this-device-only items. Nil for a backup of another device.
  /// - Throws: `.decode` when the backup is damaged.
  func next(_ items: BackupKey?) throws(KeychainError) -> Entry? {
    guard let kind = BackupWriter.Kind(rawValue: try bytes(1)[0]) else { throw Self.damaged }
    if kind == .end {
      let count = try bytes(8).withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self))
      }
      guard count == itemCount, isAtEnd else { throw Self.damaged }
      return nil
    }
    let length = try bytes(4).withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))
    }
    // The length is checked before the memory for the record is allocated.
    guard length <= largestRecordByteCount else { throw Self.damaged }
    // The record, the opened record and its values are in memory at the same time.
    try willRead?(3 * Int(length))
    var content = try bytes(Int(length))
    defer { content.wipe() }
    defer { itemCount += 1 }
    switch kind {
    case .end: return nil
    case .item: return .item(try Self.record(content, isThisDeviceOnly: false))
    case .itemOfThisDevice:
      guard let items else { return .foreign }
      var opened = try open(content, items)
      defer { opened.wipe() }
      return .item(try Self.record(opened, isThisDeviceOnly: true))
    }
  }

  /// Reads and authenticates the whole backup.
  ///
  /// - Parameter mayStore: Whether the client may write to an access group.
  /// - Returns: The outcome of restoring the backup into an empty keychain.
  func check(
    _ items: BackupKey?, mayStore: (String) -> Bool = { _ in true }
  ) throws(KeychainError) -> RestoreOutcome {
    var outcome = RestoreOutcome()
    while let entry = try next(items) {
      switch entry {
      case .item(let record):
        record.wipeSecret()
        if mayStore(record.accessGroup) { outcome.added += 1 } else { outcome.notPermitted += 1 }
      case .foreign: outcome.notForThisDevice += 1
      }
    }
    return outcome
  }

  /// Decodes the record of an entry, and checks the record against the rules for items and backups. The check is
  /// necessary, because another version of the package with other rules may have made the backup.
  private static func record(
    _ content: [UInt8], isThisDeviceOnly: Bool
  ) throws(KeychainError) -> BackupRecord {
    let record = try content.withUnsafeBufferPointer { (content) throws(KeychainError) in
      try BackupRecord(decoding: UnsafeRawBufferPointer(content))
    }
    let expected: BackupRules.Decision = isThisDeviceOnly ? .thisDeviceOnly : .included
    guard BackupRules.decision(record.attributes, record.itemClass) == expected,
      record.attributes[.accessGroup]?.text != nil
    else {
      record.wipeSecret()
      throw damaged
    }
    do throws(KeychainError) {
      try BackupRecord.requireRestorable(record.attributes, beside: record.unknown.count)
    } catch {
      record.wipeSecret()
      throw error
    }
    return record
  }

  private func open(_ content: [UInt8], _ items: BackupKey) throws(KeychainError) -> [UInt8] {
    let overhead = SealingNonce.byteCount + XAES256GCM.tagByteCount
    guard content.count >= overhead else { throw Self.damaged }
    let nonce = content.withUnsafeBytes {
      SealingNonce(UnsafeRawBufferPointer(rebasing: $0[..<SealingNonce.byteCount]))
    }
    guard let nonce else { throw Self.damaged }
    var opened = [UInt8](repeating: 0, count: content.count - overhead)
    let binding = BackupWriter.binding(header, itemCount)
    try withUnsafeBuffers(content[SealingNonce.byteCount...], binding, &opened) {
      (source, binding, output) throws(KeychainError) in
      try items.cipher.open(source, nonce: nonce, authenticating: binding, into: output)
    }
    return opened
  }

  // MARK: The stream

  private static let sealedChunkByteCount = XAES256GCM.sealedByteCount(
    of: SecretStream.chunkByteCount)

  private var isAtEnd: Bool { nextChunk == chunks.chunkCount && position == chunk.count }

  /// The number of plaintext bytes after the current position, including bytes that are still encrypted.
  private var remaining: Int {
    let read = nextChunk == 0 ? 0 : chunks.range(ofChunk: nextChunk - 1).upperBound
    return chunks.byteCount - read + chunk.count - position
  }

  private func bytes(_ count: Int) throws(KeychainError) -> [UInt8] {
    guard count <= remaining else { throw Self.damaged }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      if position == chunk.count {
        do throws(KeychainError) {
          try openChunk()
        } catch {
          result.wipe()
          throw error
        }
      }
      let part = min(count - result.count, chunk.count - position)
      result += chunk[position..<position + part]
      position += part
    }
    return result
  }

  private func openChunk() throws(KeychainError) {
    let range = chunks.range(ofChunk: nextChunk)
    var sealed = [UInt8](repeating: 0, count: XAES256GCM.sealedByteCount(of: range.count))
    let offset = BackupHeader.byteCount + nextChunk * Self.sealedChunkByteCount
    try Self.read(file, at: offset, into: &sealed)
    chunk.wipe()
    chunk = [UInt8](repeating: 0, count: range.count)
    do throws(KeychainError) {
      try withUnsafeBuffers(sealed[...], header.encoded, &chunk) {
        (source, binding, output) throws(KeychainError) in
        try chunks.openChunk(
          nextChunk, source, with: stream.cipher, authenticating: binding, into: output)
      }
    } catch {
      throw error.code == .decode ? Self.damaged : error
    }
    nextChunk += 1
    position = 0
  }

  private static func read(
    _ file: InputFile, at offset: Int, into bytes: inout [UInt8]
  ) throws(KeychainError) {
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
