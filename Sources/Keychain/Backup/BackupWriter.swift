import KeychainCrypto
import KeychainModel
import RowSealing

/// Writes the body of a backup: a stream of entries in sealed chunks (`SecretStream`).
///
/// An entry begins with its kind: 1 for an item, 2 for an item of this device only, 0 for the end.
/// After the kind of an item comes the length of its content (4 bytes, little-endian), then the
/// content. The content of kind 1 is a `BackupRecord`. The content of kind 2 is a nonce (24 bytes)
/// and the record, sealed under the key for such items; the header ‖ the number of entries before it
/// (8 bytes, little-endian) is authenticated with it. After the kind of the end comes the number of
/// items (8 bytes, little-endian).
final class BackupWriter {
  enum Kind: UInt8 {
    case end = 0
    case item = 1
    case itemOfThisDevice = 2
  }

  /// Receives the bytes of the backup, in order.
  private let output: ([UInt8]) throws(KeychainError) -> Void
  private let header: BackupHeader
  private let stream: BackupKey
  private let items: BackupKey
  private let random: any RandomSource
  private var pending: [UInt8] = []
  private var chunkCount = 0
  private var itemCount: UInt64 = 0

  init(
    _ header: BackupHeader, stream: BackupKey, items: BackupKey, random: any RandomSource,
    to output: @escaping ([UInt8]) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    self.output = output
    self.header = header
    self.stream = stream
    self.items = items
    self.random = random
    pending.reserveCapacity(SecretStream.chunkByteCount)
    try output(header.encoded)
  }

  deinit { pending.wipe() }

  /// Adds an item.
  func append(_ record: BackupRecord, isThisDeviceOnly: Bool) throws(KeychainError) {
    var content = record.encoded
    defer { content.wipe() }
    if isThisDeviceOnly {
      try append(kind: .itemOfThisDevice, try seal(content))
    } else {
      try append(kind: .item, content)
    }
    itemCount += 1
  }

  /// Writes the end.
  func finish() throws(KeychainError) {
    var end = [Kind.end.rawValue]
    withUnsafeBytes(of: itemCount.littleEndian) { end.append(contentsOf: $0) }
    try append(end[...])
    try sealChunk(isLast: true)
  }

  private func append(kind: Kind, _ content: [UInt8]) throws(KeychainError) {
    guard let count = UInt32(exactly: content.count) else {
      throw KeychainError(.dataTooLarge, "an item is too large for a backup")
    }
    var start = [kind.rawValue]
    withUnsafeBytes(of: count.littleEndian) { start.append(contentsOf: $0) }
    try append(start[...])
    try append(content[...])
  }

  /// Adds bytes to the stream. It seals a chunk only when more bytes follow, because the last chunk
  /// is sealed in another way.
  private func append(_ bytes: ArraySlice<UInt8>) throws(KeychainError) {
    var rest = bytes
    while !rest.isEmpty {
      if pending.count == SecretStream.chunkByteCount { try sealChunk(isLast: false) }
      let count = min(rest.count, SecretStream.chunkByteCount - pending.count)
      pending += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
  }

  private func sealChunk(isLast: Bool) throws(KeychainError) {
    // The total length is known only at the end. Until then, the stream only needs to know that
    // more bytes follow.
    let before = chunkCount * SecretStream.chunkByteCount
    let chunks = try SecretStream(
      nonce: header.nonce,
      byteCount: before + (isLast ? pending.count : 2 * SecretStream.chunkByteCount))
    var sealed = [UInt8](
      repeating: 0, count: XAES256GCM.sealedByteCount(of: pending.count))
    try withUnsafeBuffers(pending[...], header.encoded, &sealed) {
      (source, binding, output) throws(KeychainError) in
      try chunks.sealChunk(
        chunkCount, source, with: stream.cipher, authenticating: binding, into: output)
    }
    try output(sealed)
    chunkCount += 1
    pending.wipe()
    pending.removeAll(keepingCapacity: true)
  }

  private func seal(_ content: [UInt8]) throws(KeychainError) -> [UInt8] {
    let nonce = try SealingNonce(random: random)
    var sealed = [UInt8](
      repeating: 0,
      count: SealingNonce.byteCount + XAES256GCM.sealedByteCount(of: content.count))
    let binding = Self.binding(header, itemCount)
    try withUnsafeBuffers(content[...], binding, &sealed) { (source, binding, output) throws(KeychainError) in
      nonce.write(to: output)
      let body = UnsafeMutableRawBufferPointer(rebasing: output[SealingNonce.byteCount...])
      try items.cipher.seal(source, nonce: nonce, authenticating: binding, into: body)
    }
    return sealed
  }

  /// The data that is authenticated with an item of this device.
  static func binding(_ header: BackupHeader, _ position: UInt64) -> [UInt8] {
    header.encoded + withUnsafeBytes(of: position.littleEndian) { Array($0) }
  }
}
