import Glibc

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros; the compiler may not leave it out (explicit_bzero(3)).
  package func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}

extension [UInt8] {
  /// Overwrites the bytes. A copy that another array holds keeps them.
  package mutating func wipe() { wipe(0..<count) }

  /// Overwrites some of the bytes.
  package mutating func wipe(_ range: Range<Int>) {
    withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[range]).wipe() }
  }

  /// Overwrites the array in all its copies: for whoever knows that nobody reads any of them any more, and
  /// that it was filled at run time.
  package func wipeEverywhere() {
    withUnsafeBytes { UnsafeMutableRawBufferPointer(mutating: $0).wipe() }
  }
}
