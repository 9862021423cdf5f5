import KeychainLog
import Synchronization

/// The protections of key memory that the system refused to this process.
///
/// A refusal does not stop the work, because a container may forbid locked memory. It is recorded,
/// so that it can be reported once.
package struct KeyMemoryWeakness: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Keys may be written to swap space: mlock(2) was refused (`ulimit -l`).
  package static let swappable = KeyMemoryWeakness(rawValue: 1)
  /// Keys may appear in core dumps.
  package static let dumpable = KeyMemoryWeakness(rawValue: 2)
  /// Forked children inherit keys, although they do not use them.
  package static let inheritable = KeyMemoryWeakness(rawValue: 4)

  /// The protections that were refused so far.
  package static var observed: KeyMemoryWeakness {
    KeyMemoryWeakness(rawValue: refused.load(ordering: .relaxed))
  }

  /// One sentence for each protection that the system refuses this process. There is none on most systems, and the
  /// keychain works without them.
  package static func sentences() -> [String] {
    // What is refused shows when memory is asked for.
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
