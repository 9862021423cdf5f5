import CTestSupport
import Glibc
import TestSupport

/// Reads the memory of another process through /proc.
enum ProcessMemory {
  struct Failure: Error { let reason: String }

  /// Returns the patterns that occur in the writable memory of a process.
  static func find(_ patterns: [[UInt8]], in process: pid_t) throws -> [[UInt8]] {
    let maps = String(
      decoding: try TemporaryDirectory.readFile("/proc/\(process)/maps"), as: UTF8.self)
    let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw Failure(reason: "the memory cannot be read") }
    defer { close(memory) }
    var missing = Set(patterns)
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard fields[1].hasPrefix("rw"), bounds.count == 2 else { continue }
      let bytes = read(memory, bounds[0], Int(bounds[1] - bounds[0]))
      for pattern in missing where contains(bytes, pattern) { missing.remove(pattern) }
    }
    return patterns.filter { !missing.contains($0) }
  }

  private static func read(_ memory: Int32, _ start: UInt64, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let result = pread(
          memory, buffer.baseAddress.map { $0 + initialized }, count - initialized,
          off_t(start) + off_t(initialized))
        guard result > 0 else { return }
        initialized += result
      }
    }
  }

  private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
    lk_test_contains(bytes, bytes.count, pattern, pattern.count) != 0
  }
}
