import CPlatform
import Glibc
import KeychainLog
package import KeychainModel
import Synchronization

/// Memory for keys, between two inaccessible pages. The pages of this memory are kept out of swap and core dumps, and
/// read as zeros in a forked child. `deinit` overwrites the memory.
///
/// A page is the smallest unit of protection, so keys with the same lifetime share one memory.
///
/// `@unchecked Sendable` is safe, because the type is not copyable: a value has one owner. The memory changes only
/// through mutating methods, and the compiler prevents any other access to the value during a mutating method. So no
/// thread writes the memory while other threads read it.
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
    // munmap also unlocks the pages. munmap cannot fail for a range that was mapped as a whole.
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

/// The protections of key memory that the system refused to this process.
///
/// Keys are also kept in memory without a refused protection, because a container may forbid locked memory. The refusal
/// is recorded, so that the program can report the refusal once.
package struct KeyMemoryWeakness: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Keys may be written to swap space: mlock(2) was refused (`ulimit -l`).
  package static let swappable = KeyMemoryWeakness(rawValue: 1)
  /// Keys may appear in core dumps.
  package static let dumpable = KeyMemoryWeakness(rawValue: 2)
  /// Forked children inherit keys, although the children do not use these keys.
  package static let inheritable = KeyMemoryWeakness(rawValue: 4)

  /// The protections that were refused so far.
  package static var observed: KeyMemoryWeakness {
    KeyMemoryWeakness(rawValue: refused.load(ordering: .relaxed))
  }

  /// One sentence for each protection that the system refuses to this process. Most systems refuse no protection, and
  /// the keychain also works without these protections.
  package static func sentences() -> [String] {
    // A refusal is recorded only when memory is allocated.
    _ = try? KeyMemory(byteCount: 1)
    let all: [(KeyMemoryWeakness, String)] = [
      (.swappable, "memory cannot be locked (ulimit -l): keys may get into swap space"),
      (.dumpable, "memory cannot be left out of core dumps: keys may get into one"),
      (.inheritable, "memory cannot be wiped in forked children: keys may get into one"),
    ]
    return all.filter { observed.contains($0.0) }.map(\.1)
  }

  static func note(_ weakness: KeyMemoryWeakness, _ isRefused: Bool) {
    guard isRefused else { return }
    let before = refused.bitwiseOr(weakness.rawValue, ordering: .relaxed).oldValue
    // Report each refusal once in a process.
    guard before & weakness.rawValue == 0 else { return }
    switch weakness {
    case .swappable:
      Log.notice("memory for keys cannot be locked (ulimit -l): keys may be written to swap space")
    case .dumpable: Log.notice("memory for keys cannot be left out of core dumps")
    default: Log.notice("memory for keys cannot be wiped in forked children")
    }
  }

  private static let refused = Atomic<UInt8>(0)
}
