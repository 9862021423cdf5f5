import Glibc

extension String {
  /// Whether both strings have the same UTF-8 bytes.
  ///
  /// The item functions compare strings in this way. Swift's `==` treats the two encodings of é as equal: one code
  /// point, and a letter with a combining mark.
  package func isIdentical(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { bytes in other.withBytes { bytes.isIdentical(to: $0) } }
  }

  /// Calls `body` with the UTF-8 bytes. Bytes that are contiguous in memory are not copied.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    return Array(utf8).withUnsafeBytes(body)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both buffers have the same bytes. Do not compare secrets with this function, because its time depends on
  /// the position of the first difference.
  package func isIdentical(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return memcmp(left, right, count) == 0
  }
}
