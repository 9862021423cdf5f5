import Glibc

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros. The compiler cannot remove the call (explicit_bzero(3)).
  package func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}

extension [UInt8] {
  /// Overwrites the bytes of this array. Other copies of the array keep their bytes.
  package mutating func wipe() { wipe(0..<count) }

  /// Overwrites the bytes in a range of this array. Other copies of the array keep their bytes.
  package mutating func wipe(_ range: Range<Int>) {
    withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[range]).wipe() }
  }

  /// Overwrites the memory that this array shares with all its copies. Two conditions must be met: no code reads a copy
  /// later, and the content was made at run time, because constant memory cannot be overwritten.
  package func wipeEverywhere() {
    withUnsafeBytes { UnsafeMutableRawBufferPointer(mutating: $0).wipe() }
  }
}
