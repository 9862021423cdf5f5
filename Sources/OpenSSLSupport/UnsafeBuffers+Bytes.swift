extension UnsafeRawBufferPointer {
  /// The start address, with the type that OpenSSL requires.
  @inlinable package var bytes: UnsafePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// The start address, with the type that OpenSSL requires.
  @inlinable package var bytes: UnsafeMutablePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
