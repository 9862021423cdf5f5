import CArgon2
import CPlatform
import Glibc

/// The working memory of a derivation. It has its own pages, which are left out of core dumps and
/// read as zeros in a child that is forked meanwhile. The memory is too large to be locked.
/// libargon2 overwrites it at the end, and the kernel clears pages before another process gets
/// them.
enum Argon2Memory {
  static func allocate(
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ byteCount: Int
  ) -> Int32 {
    let memory = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let result, let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else {
      return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
    }
    KeyMemoryWeakness.note(.dumpable, lk_exclude_from_dumps(memory, byteCount) != 0)
    KeyMemoryWeakness.note(.inheritable, lk_wipe_on_fork(memory, byteCount) != 0)
    result.pointee = memory.assumingMemoryBound(to: UInt8.self)
    return ARGON2_OK.rawValue
  }

  static func free(_ memory: UnsafeMutablePointer<UInt8>?, _ byteCount: Int) {
    // munmap cannot fail for a range that was mapped as a whole.
    if let memory { _ = munmap(memory, byteCount) }
  }
}
