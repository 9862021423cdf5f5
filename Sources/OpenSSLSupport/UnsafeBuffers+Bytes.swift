extension UnsafeRawBufferPointer {
  /// The start as OpenSSL wants it.
  @inlinable package var bytes: UnsafePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// The start as OpenSSL wants it.
  @inlinable package var bytes: UnsafeMutablePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
