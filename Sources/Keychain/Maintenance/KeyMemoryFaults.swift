import KeychainCrypto

package enum KeyMemoryFaults {
  /// Describes, in one sentence each, the protections of key memory that the system refuses to this process. Most
  /// systems refuse none. The keychain works without these protections.
  package static func sentences() -> [String] {
    // The refusals are known only after memory was requested.
    _ = try? KeyMemory(byteCount: 1)
    let all: [(KeyMemoryWeakness, String)] = [
      (.swappable, "memory cannot be locked (ulimit -l): keys may get into swap space"),
      (.dumpable, "memory cannot be left out of core dumps: keys may get into one"),
      (.inheritable, "memory cannot be wiped in forked children: keys may get into one"),
    ]
    return all.filter { KeyMemoryWeakness.observed.contains($0.0) }.map(\.1)
  }
}
