import CPlatform
import Glibc
package import KeychainModel

/// Memory for keys. Its pages lie between two inaccessible pages, are kept out of swap and core
/// dumps, and read as zeros in a forked child. They are overwritten at the end of the lifetime.
///
/// A page is the smallest unit of protection, so keys with the same lifetime share one memory.
///
/// `@unchecked Sendable`: the type is not copyable, so it has one owner. Its bytes change only
/// through mutating access, which the compiler separates from any other access to the owner's
/// value. So concurrent readers read memory that nobody writes.
package struct KeyMemory: ~Copyable, @unchecked Sendable {
  package let byteCount: Int

  private let start: UnsafeMutableRawPointer
  private let mapping: UnsafeMutableRawPointer
  private let mappedByteCount: Int

  /// Zeroed memory of `byteCount` bytes, at least one.
  package init(byteCount: Int) throws(KeychainError) {
    let page = Int(getpagesize())
    let usable = (max(byteCount, 1) + page - 1) / page * page
    let mapped = usable + 2 * page
    let mapping = mmap(nil, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping, mapping != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw KeychainError(.allocation, "cannot map memory for keys")
    }
    guard mprotect(mapping + page, usable, PROT_READ | PROT_WRITE) == 0 else {
      _ = munmap(mapping, mapped)
      throw KeychainError(.allocation, "cannot map memory for keys")
    }
    self.byteCount = byteCount
    self.mapping = mapping
    start = mapping + page
    mappedByteCount = mapped
    KeyMemoryWeakness.note(.swappable, mlock(start, usable) != 0)
    KeyMemoryWeakness.note(.dumpable, lk_exclude_from_dumps(start, usable) != 0)
    KeyMemoryWeakness.note(.inheritable, lk_wipe_on_fork(start, usable) != 0)
  }

  deinit {
    lk_wipe(start, byteCount)
    // munmap also unlocks the pages. It cannot fail for a range that was mapped as a whole.
    _ = munmap(mapping, mappedByteCount)
  }

  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: byteCount))
  }

  package mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: start, count: byteCount))
  }
}
