import CPlatform

extension [UInt8] {
  /// Overwrites the bytes, unless another array shares them.
  package mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { lk_wipe(start, bytes.count) }
    }
  }
}
