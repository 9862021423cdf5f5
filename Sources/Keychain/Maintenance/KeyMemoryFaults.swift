import KeychainCrypto

package enum KeyMemoryFaults {
  /// One sentence for each protection of the memory of keys that the system refuses this process. There is none on most
  /// systems, and the keychain works without them.
  package static func sentences() -> [String] {
    // What is refused shows when memory is asked for.
    _ = try? KeyMemory(byteCount: 1)
    let all: [(KeyMemoryWeakness, String)] = [
      (.swappable, "memory cannot be locked (ulimit -l): keys may get into swap space"),
      (.dumpable, "memory cannot be left out of core dumps: keys may get into one"),
      (.inheritable, "memory cannot be wiped in forked children: keys may get into one"),
    ]
    return all.filter { KeyMemoryWeakness.observed.contains($0.0) }.map(\.1)
  }
}
