import KeychainCrypto
import KeychainModel
import RowSealing

/// Writes a backup: the header, and then a stream of entries in sealed chunks (`SecretStream`).
///
/// The first byte of an entry is its kind: 1 for an item, 2 for a this-device-only item, 0 for the end entry. In an
/// entry of kind 1 or 2, the length of the content (4 bytes, little-endian) and the content follow. The content of kind
/// 1 is a `BackupRecord`. The content of kind 2 is a nonce (24 bytes) and a `BackupRecord` that is sealed under the key
/// for this-device-only items. The associated data of this sealing is the header ‖ the number of preceding entries (8
/// bytes, little-endian). In the end entry, the number of items (8 bytes, little-endian) follows.
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

  /// Writes the end entry, and seals the last chunk.
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

  /// Adds bytes to the stream. A full chunk is sealed only when more bytes follow, because the last chunk is sealed
  /// differently.
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
    // The total length is known only at the end. Before the end, `SecretStream` needs only a length that shows that
    // another chunk follows.
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

  /// The associated data for sealing a this-device-only item.
  static func binding(_ header: BackupHeader, _ position: UInt64) -> [UInt8] {
    header.encoded + withUnsafeBytes(of: position.littleEndian) { Array($0) }
  }
}
