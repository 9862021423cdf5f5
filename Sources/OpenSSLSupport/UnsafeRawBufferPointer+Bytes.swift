extension UnsafeRawBufferPointer {
  /// The start address of the buffer, with the pointer type that OpenSSL requires.
  @inlinable package var bytes: UnsafePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// The start address of the buffer, with the pointer type that OpenSSL requires.
  @inlinable package var bytes: UnsafeMutablePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
