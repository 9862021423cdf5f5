import CPlatform

/// The input bytes of a blind value, in a buffer that is reused. The buffer is wiped after each use.
///
/// A value of variable length is preceded by its length. So different values never give the same bytes, if the caller
/// always appends the same types of values in the same order. A caller with several such lists of types first appends a
/// byte that names the list.
package struct BlindInput: ~Copyable {
  private var storage: UnsafeMutableRawBufferPointer
  private var count = 0

  init() { storage = .allocate(byteCount: 256, alignment: 16) }

  // The content was wiped after the last use.
  deinit { storage.deallocate() }

  /// Appends one byte.
  package mutating func append(byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  /// Appends a number as eight bytes, little-endian.
  package mutating func append(number: UInt64) {
    reserve(8)
    storage.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  /// Appends the number of bytes (eight bytes, little-endian) and the bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    append(number: UInt64(bytes.count))
    append(raw: bytes)
  }

  /// Appends the number of bytes (eight bytes, little-endian) and the bytes.
  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  /// Appends the length of a text (eight bytes, little-endian) and the text in UTF-8. The text is not normalised.
  package mutating func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      append(UnsafeRawBufferPointer($0))
    }
    if isDone == nil { append(Array(text.utf8)) }
  }

  /// Appends bytes without a length, for values of constant length such as identifiers.
  package mutating func append(raw bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[count..<count + bytes.count])
      .copyMemory(from: bytes)
    count += bytes.count
  }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  mutating func wipe() {
    if let start = storage.baseAddress { lk_wipe(start, count) }
    count = 0
  }

  private mutating func reserve(_ more: Int) {
    guard storage.count - count < more else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(storage.count * 2, count + more), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    if let start = storage.baseAddress { lk_wipe(start, count) }
    storage.deallocate()
    storage = larger
  }
}
