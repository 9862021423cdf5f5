extension [UInt8] {
  /// The function `withUnsafeBytes` with typed errors.
  @inlinable package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer))
    }
  }

  /// The function `withUnsafeMutableBytes` with typed errors.
  @inlinable package mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutableBufferPointer { buffer throws(Failure) in
      try body(UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
