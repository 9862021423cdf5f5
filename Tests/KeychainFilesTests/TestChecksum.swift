/// A checksum for tests of the file format. The real checksum is in a module that these tests do not import. The
/// checksum consists of four multiplicative hashes, which detect every change of one byte.
@Sendable func testChecksum(_ bytes: UnsafeRawBufferPointer, _ sum: UnsafeMutableRawBufferPointer) {
  for lane in 0..<4 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ UInt64(lane) &* 0x9E37_79B9_7F4A_7C15
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    sum.storeBytes(of: hash, toByteOffset: lane * 8, as: UInt64.self)
  }
}

/// Returns bytes in which adjacent bytes are different, and in which adjacent blocks are different.
func pattern(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ 7) }
}
