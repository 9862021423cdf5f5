import CTestSupport
import Glibc
import KeychainCrypto
import TestSupport
import Testing

@Suite struct KeyMemoryTests {
  @Test(arguments: [1, 32, 4096, 4097, 100_000]) func keepsItsBytes(count: Int) throws {
    var memory = try KeyMemory(byteCount: count)
    #expect(memory.byteCount == count)
    #expect(memory.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
    memory.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0xA5) }
    #expect(memory.withUnsafeBytes { $0.count == count && $0.allSatisfy { $0 == 0xA5 } })
  }

  @Test func readsAsZerosInAForkedChild() throws {
    var memory = try KeyMemory(byteCount: 64)
    memory.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0xA5) }
    let child = lk_test_fork(60)
    if child == 0 { _exit(memory.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } ? 0 : 1) }
    #expect(lk_test_wait(child) == 0)
    #expect(memory.withUnsafeBytes { $0.allSatisfy { $0 == 0xA5 } })
  }

  @Test func isLockedAndNotDumpedAndWipedOnFork() throws {
    let memory = try KeyMemory(byteCount: 64)
    let found = try memory.withUnsafeBytes {
      try Self.flags(ofMappingAt: UInt(bitPattern: $0.baseAddress))
    }
    let flags = try #require(found)
    #expect(flags.contains("dd"))
    #expect(flags.contains("wf"))
    // The sanitizers replace mlock(2) with a function that locks nothing.
    let sanitizers: [String] = ["__asan_init", "__tsan_init"]
    let isSanitized = sanitizers.contains { dlsym(nil, $0) != nil }
    if !isSanitized, !KeyMemoryWeakness.observed.contains(.swappable) {
      #expect(flags.contains("lo"))
    }
    #expect(!KeyMemoryWeakness.observed.contains(.inheritable))
  }

  @Test(arguments: [-1, 4096]) func pagesAroundItCannotBeTouched(offset: Int) throws {
    let memory = try KeyMemory(byteCount: 64)
    let child = lk_test_fork(60)
    if child == 0 {
      signal(SIGSEGV, SIG_DFL)
      let byte = memory.withUnsafeBytes {
        $0.baseAddress?.load(fromByteOffset: offset, as: UInt8.self)
      }
      _exit(Int32(byte ?? 0))
    }
    #expect(lk_test_wait(child) == -SIGSEGV)
  }

  @Test func isGoneWithItsOwner() throws {
    // A child process tests that the address is no longer mapped. In this process, another thread could map memory at
    // the same address.
    let child = lk_test_fork(60)
    if child == 0 {
      guard let address = try? Self.addressOfFormerMemory() else { _exit(2) }
      // msync(2) fails with ENOMEM if the address is not mapped.
      let result = msync(UnsafeMutableRawPointer(bitPattern: address), 1, MS_ASYNC)
      _exit(result == -1 && errno == ENOMEM ? 0 : 1)
    }
    #expect(lk_test_wait(child) == 0)
  }

  private static func addressOfFormerMemory() throws -> UInt {
    let memory = try KeyMemory(byteCount: 64)
    return memory.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  /// Returns the kernel's flags of the mapping that begins at an address; nil if there is no such mapping.
  private static func flags(ofMappingAt address: UInt) throws -> [Substring]? {
    let text = String(
      decoding: try TemporaryDirectory.readFile("/proc/self/smaps"), as: UTF8.self)
    let start = String(address, radix: 16) + "-"
    var isInside = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix(start) || line.drop(while: { $0 == "0" }).hasPrefix(start) {
        isInside = true
      }
      if isInside, line.hasPrefix("VmFlags:") { return line.split(separator: " ") }
    }
    return nil
  }
}
