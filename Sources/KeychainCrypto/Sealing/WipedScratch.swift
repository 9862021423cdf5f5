import CPlatform

/// The working memory of one XAES-256-GCM instance, wiped at the end of its lifetime.
///
///     0  K1              16 bytes, kept
///    16  two blocks      32 bytes, input of the derivation
///    48  message key     32 bytes, output of the derivation, wiped after each message
///    80  nonce           24 bytes, the last 12 bytes are the nonce for AES-256-GCM
struct WipedScratch: ~Copyable {
  private static let byteCount = 104
  private let start: UnsafeMutableRawPointer

  init() {
    start = .allocate(byteCount: Self.byteCount, alignment: 16)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: Self.byteCount)
  }

  deinit {
    lk_wipe(start, Self.byteCount)
    start.deallocate()
  }

  var blocks: UnsafeMutablePointer<UInt8> { pointer(16) }
  var messageKey: UnsafeMutablePointer<UInt8> { pointer(48) }
  var messageNonce: UnsafeMutablePointer<UInt8> { pointer(92) }

  private func pointer(_ offset: Int) -> UnsafeMutablePointer<UInt8> {
    (start + offset).assumingMemoryBound(to: UInt8.self)
  }

  mutating func prepareZeroBlock() {
    (start + 16).initializeMemory(as: UInt8.self, repeating: 0, count: 16)
  }

  /// Computes K1, the first subkey of CMAC, from the encrypted zero block, which is in the memory of the message key.
  /// The block is shifted left by one bit. When a bit is shifted out, the block is reduced by the field's polynomial
  /// (0x87). No branch depends on the secret.
  mutating func doubleMessageKeyIntoK1() {
    let high = UInt64(bigEndian: start.load(fromByteOffset: 48, as: UInt64.self))
    let low = UInt64(bigEndian: start.load(fromByteOffset: 56, as: UInt64.self))
    let doubledHigh = high << 1 | low >> 63
    let doubledLow = low << 1 ^ (0 &- (high >> 63)) & 0x87
    start.storeBytes(of: doubledHigh.bigEndian, toByteOffset: 0, as: UInt64.self)
    start.storeBytes(of: doubledLow.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Prepares the blocks i = 1, 2: (0, i, "X", 0, first twelve bytes of the nonce), each XORed with K1.
  mutating func prepareBlocks(_ nonce: SealingNonce) {
    nonce.write(to: UnsafeMutableRawBufferPointer(start: start + 80, count: 24))
    for index in 0..<2 {
      let label = UInt32(0x0001_5800 + index * 0x0001_0000).bigEndian
      let block = 16 + 16 * index
      store(label ^ word(0), at: block)
      for part in 0..<3 {
        store(word(80 + 4 * part) ^ word(4 + 4 * part), at: block + 4 + 4 * part)
      }
    }
  }

  /// Writes the position of a chunk into the last four bytes of the nonce.
  mutating func replaceNonceTail(_ position: UInt32) { store(position.bigEndian, at: 100) }

  /// Wipes the message key, and the blocks, which contain K1 XORed with known bytes.
  mutating func wipeMessageKey() { lk_wipe(start + 16, 64) }

  private func word(_ offset: Int) -> UInt32 { start.load(fromByteOffset: offset, as: UInt32.self) }

  private func store(_ word: UInt32, at offset: Int) {
    start.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
  }
}
