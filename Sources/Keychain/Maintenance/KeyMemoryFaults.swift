import KeychainCrypto

/// What the system refuses this process for the memory that keys lie in.
package enum KeyMemoryFaults {
  /// One sentence for each protection that is refused; none on most systems. None of them keeps the
  /// keychain from working.
  package static func sentences() -> [String] {
    // What is refused shows when memory is asked for.
    _ = try? KeyMemory(byteCount: 1)
    let observed = KeyMemoryWeakness.observed
    let all: [(KeyMemoryWeakness, String)] = [
      (.swappable, "memory cannot be locked (ulimit -l): keys may get into swap space"),
      (.dumpable, "memory cannot be left out of core dumps: keys may get into one"),
      (.inheritable, "memory cannot be wiped in forked children: keys may get into one"),
    ]
    return all.filter { observed.contains($0.0) }.map(\.1)
  }
}
