import Glibc
package import KeychainModel

/// Writes content twice, so that one damaged disk block does not lose the content.
///
/// A copy is, little-endian:
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 8 | magic: the kind of file |
/// | 8 | 4 | format version of the payload |
/// | 12 | 4 | length *n* of the payload |
/// | 16 | *n* | payload |
/// | 16 + *n* | 32 | checksum (SHA-256) of everything before it |
///
/// The file contains the copy twice. Each copy is filled with zeros to a multiple of 4096 bytes. So no disk block of up
/// to that size contains parts of both copies.
package struct TwoCopyCodec: Sendable {
  package static let blockByteCount = 4096
  package static let magicByteCount = 8
  package static let checksumByteCount = 32
  static let headerByteCount = 16

  /// Writes the 32-byte checksum of the first buffer into the second buffer.
  package typealias Checksum =
    @Sendable (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) throws(KeychainError) -> Void

  private let magic: [UInt8]
  private let version: UInt32
  private let checksum: Checksum

  /// - Precondition: `magic` has eight bytes. Every caller in this package passes a literal.
  package init(magic: StaticString, version: UInt32, checksum: @escaping Checksum) {
    precondition(magic.utf8CodeUnitCount == Self.magicByteCount)
    self.magic = Array(UnsafeBufferPointer(start: magic.utf8Start, count: Self.magicByteCount))
    self.version = version
    self.checksum = checksum
  }

  /// The whole file for a payload.
  package func encode(_ payload: UnsafeRawBufferPointer) throws(KeychainError) -> WipedBytes {
    guard let length = UInt32(exactly: payload.count) else {
      throw KeychainError(.dataTooLarge, "a payload of \(payload.count) bytes has no length field")
    }
    let half = Self.paddedByteCount(payloadByteCount: payload.count)
    var file = WipedBytes(count: 2 * half)
    try file.withUnsafeMutableBytes { bytes throws(KeychainError) in
      let end = Self.headerByteCount + payload.count
      bytes.copyBytes(from: magic)
      bytes.storeBytes(of: version.littleEndian, toByteOffset: 8, as: UInt32.self)
      bytes.storeBytes(of: length.littleEndian, toByteOffset: 12, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: bytes[Self.headerByteCount..<end])
        .copyMemory(from: payload)
      try checksum(
        UnsafeRawBufferPointer(rebasing: bytes[..<end]),
        UnsafeMutableRawBufferPointer(rebasing: bytes[end..<end + Self.checksumByteCount]))
      UnsafeMutableRawBufferPointer(rebasing: bytes[half...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<half]))
    }
    return file
  }

  /// Finds the payload in a file. Any part of the file may be damaged.
  ///
  /// - Throws: `.notAvailable` when an intact copy has a version that this program does not know.
  package func locatePayload(in file: UnsafeRawBufferPointer) throws(KeychainError) -> TwoCopyState {
    if let first = try payload(in: file, at: 0) {
      return try isIntact(file, first) ? .intact(first) : .repairable(first)
    }
    // The first copy is damaged, perhaps also its length. So the second copy may begin at any block.
    // A copy is accepted only at the position that follows from its length, because a payload may
    // itself contain a file of this form.
    for offset in stride(from: Self.blockByteCount, to: file.count, by: Self.blockByteCount) {
      if let second = try payload(in: file, at: offset),
        Self.paddedByteCount(payloadByteCount: second.count) == offset
      {
        return .repairable(second)
      }
    }
    return .damaged
  }

  /// The position of the payload in an intact copy that begins at `offset`; nil when the copy is
  /// damaged.
  private func payload(
    in file: UnsafeRawBufferPointer, at offset: Int
  ) throws(KeychainError) -> Range<Int>? {
    let copy = UnsafeRawBufferPointer(rebasing: file[offset...])
    let room = copy.count - Self.headerByteCount - Self.checksumByteCount
    guard room >= 0, copy.starts(with: magic) else { return nil }
    let length = UInt32(littleEndian: copy.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard length <= room else { return nil }

    let end = Self.headerByteCount + Int(length)
    var expected = WipedBytes(count: Self.checksumByteCount)
    let matches = try expected.withUnsafeMutableBytes { sum throws(KeychainError) in
      try checksum(UnsafeRawBufferPointer(rebasing: copy[..<end]), sum)
      return sum.elementsEqual(copy[end..<end + Self.checksumByteCount])
    }
    guard matches else { return nil }

    let found = UInt32(littleEndian: copy.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    guard found == version else {
      throw KeychainError(
        .notAvailable, "format version \(found) was written by another version of this program",
        because: .newerFormat)
    }
    return offset + Self.headerByteCount..<offset + end
  }

  /// Whether a file is exactly the output of `encode` for the payload in its first copy.
  private func isIntact(
    _ file: UnsafeRawBufferPointer, _ payload: Range<Int>
  ) throws(KeychainError) -> Bool {
    let half = Self.paddedByteCount(payloadByteCount: payload.count)
    guard file.count == 2 * half, let start = file.baseAddress,
      memcmp(start, start + half, half) == 0
    else { return false }
    let rest = file[payload.upperBound + Self.checksumByteCount..<half]
    return UnsafeRawBufferPointer(rebasing: rest).allSatisfy { $0 == 0 }
  }

  /// The distance from the beginning of one copy to the beginning of the next copy.
  private static func paddedByteCount(payloadByteCount: Int) -> Int {
    let count = headerByteCount + payloadByteCount + checksumByteCount
    return (count + blockByteCount - 1) / blockByteCount * blockByteCount
  }
}
