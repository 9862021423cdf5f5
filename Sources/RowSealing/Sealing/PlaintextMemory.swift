package import KeychainModel

/// Calls `body` with the memory of `source`, with `binding`, and with the writable memory of `output`.
func withUnsafeBuffers(
  _ source: ArraySlice<UInt8>, _ binding: UnsafeRawBufferPointer, _ output: inout [UInt8],
  _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer)
    throws(KeychainError) -> Void
) throws(KeychainError) {
  try source.withUnsafeBufferPointer { (source) throws(KeychainError) in
    try output.withUnsafeMutableBufferPointer { (output) throws(KeychainError) in
      try body(UnsafeRawBufferPointer(source), binding, UnsafeMutableRawBufferPointer(output))
    }
  }
}

/// Calls `body` with the memory of `source` and `binding`, and with the writable memory of `output`.
package func withUnsafeBuffers(
  _ source: ArraySlice<UInt8>, _ binding: [UInt8], _ output: inout [UInt8],
  _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer)
    throws(KeychainError) -> Void
) throws(KeychainError) {
  try binding.withUnsafeBufferPointer { (binding) throws(KeychainError) in
    try withUnsafeBuffers(source, UnsafeRawBufferPointer(binding), &output, body)
  }
}

/// Calls `body` with temporary memory for a plaintext, and overwrites the memory afterwards.
func withScratch<Result>(
  _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(KeychainError) -> Result
) throws(KeychainError) -> Result {
  try withUnsafeTemporaryAllocation(byteCount: max(count, 1), alignment: 16) {
    (buffer) throws(KeychainError) in
    defer { buffer.wipe() }
    return try body(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
  }
}
