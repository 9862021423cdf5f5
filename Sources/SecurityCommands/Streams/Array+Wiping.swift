import CPlatform

extension [UInt8] {
  /// Overwrites the bytes. If the array shares its memory with a copy, the copy keeps the bytes.
  mutating func wipe() { wipe(0..<count) }

  /// Overwrites some of the bytes.
  mutating func wipe(_ range: Range<Int>) {
    withUnsafeMutableBytes { bytes in
      let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      if let start = bytes.baseAddress { lk_wipe(start, bytes.count) }
    }
  }
}
