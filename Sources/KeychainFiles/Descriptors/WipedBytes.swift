import KeychainModel

/// A buffer for content that may be secret. The buffer is never copied, and is overwritten at the end of its lifetime.
///
/// The buffer is for short use, such as passing keys between a file and locked memory. The buffer is ordinary heap
/// memory, so content that is kept longer must be in locked memory.
package struct WipedBytes: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer

  /// The number of bytes in use.
  package private(set) var count: Int

  /// A buffer of `count` zeros.
  package init(count: Int) {
    storage = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    self.count = count
  }

  deinit {
    storage.wipe()
    storage.deallocate()
  }

  /// Removes all bytes after the first `count` bytes.
  package mutating func shorten(to count: Int) {
    precondition(count <= self.count)
    self.count = count
  }

  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage.prefix(count)))
  }

  package mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(rebasing: storage.prefix(count)))
  }
}
