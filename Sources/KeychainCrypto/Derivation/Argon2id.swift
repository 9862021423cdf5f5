import CArgon2
import CPlatform
import Glibc
package import KeychainModel
import OpenSSLSupport

/// Argon2id, version 1.3 (RFC 9106): derives a key from a passcode, at a cost that makes guessing slow.
///
/// The calling thread fills all lanes, one after the other. The result is the same as with several threads. No threads
/// are started, for two reasons:
///
/// - A library should not start threads in the process of its caller.
/// - In libargon2 before 2019, when a thread could not be started, the other threads used freed memory.
package enum Argon2id {
  static let type = UInt32(Argon2_id.rawValue)
  static let version = UInt32(ARGON2_VERSION_13.rawValue)

  /// Derives as many bytes as `output` has room for, at least 4.
  ///
  /// - Parameters:
  ///   - salt: The salt, at least 8 bytes.
  ///   - secret: A key that is a further input; may be empty.
  ///   - associated: Other data that is a further input; may be empty.
  /// - Throws: `.allocation` when there is not enough memory; `output` is then all zeros. In a service, also the errors of
  ///   `DerivationQueue.run`.
  package static func derive(
    from passcode: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer,
    secret: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    associated: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    cost: Argon2Cost, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    var context = argon2_context()
    context.out = output.bytes
    context.outlen = try length(output.count)
    // libargon2 does not change its inputs, because the flags that make libargon2 clear its inputs are not set.
    context.pwd = UnsafeMutablePointer(mutating: passcode.bytes)
    context.pwdlen = try length(passcode.count)
    context.salt = UnsafeMutablePointer(mutating: salt.bytes)
    context.saltlen = try length(salt.count)
    context.secret = UnsafeMutablePointer(mutating: secret.bytes)
    context.secretlen = try length(secret.count)
    context.ad = UnsafeMutablePointer(mutating: associated.bytes)
    context.adlen = try length(associated.count)
    context.t_cost = cost.passes
    context.m_cost = cost.memory
    context.lanes = cost.lanes
    context.threads = 1
    context.version = version
    context.allocate_cbk = { Argon2Memory.allocate($0, $1) }
    context.free_cbk = { Argon2Memory.free($0, $1) }
    let result = try DerivationQueue.taken(memory: cost.memory) { argon2_ctx(&context, Argon2_id) }
    guard result == ARGON2_OK.rawValue else {
      output.wipe()
      throw failure(result)
    }
  }

  private static func failure(_ result: Int32) -> KeychainError {
    if result == ARGON2_MEMORY_ALLOCATION_ERROR.rawValue {
      return KeychainError(.allocation, "there is not enough memory to derive a key")
    }
    let cause = argon2_error_message(result).map { String(cString: $0) } ?? "no reason given"
    return KeychainError(.internalComponent, "cannot derive a key: \(cause)")
  }

  private static func length(_ count: Int) throws(KeychainError) -> UInt32 {
    guard let length = UInt32(exactly: count) else {
      throw KeychainError(.parameter, "an input of \(count) bytes is too long")
    }
    return length
  }
}

/// The cost of one derivation with Argon2id: the memory, and the number of passes over this memory.
///
/// Every value of this type is within bounds, so that a file cannot make a program allocate
/// gigabytes or work for minutes. The greatest allowed cost is about twenty times the recommended
/// cost.
package struct Argon2Cost: Sendable, Equatable {
  package static let laneBounds: ClosedRange<UInt32> = 1...16
  package static let passBounds: ClosedRange<UInt32> = 1...64
  /// The largest memory, in KiB: 256 MiB. The smallest memory is 8 KiB for each lane (RFC 9106
  /// section 3.1).
  package static let largestMemory: UInt32 = 256 << 10
  /// The largest product of memory and passes, in KiB: 4 GiB.
  package static let largestWork: UInt64 = 4 << 20

  /// The number of passes over the memory.
  package let passes: UInt32
  /// The memory, in KiB.
  package let memory: UInt32
  /// The number of lanes: parts of the memory that can be filled in parallel.
  package let lanes: UInt32

  /// The second recommended option of RFC 9106 section 4: 64 MiB.
  package static let recommended = Argon2Cost(
    withinBounds: 3, memory: 64 << 10, lanes: 4)

  /// Whether a service derives a key with this cost, if the client chose the cost: at most the recommended memory, and at
  /// most twice the recommended work. Other clients wait for the derivation.
  package var isFairToOthers: Bool {
    memory <= Self.recommended.memory && work <= 2 * Self.recommended.work
  }

  /// The product of memory and passes, in KiB.
  private var work: UInt64 { UInt64(memory) * UInt64(passes) }

  /// Returns nil when a value is out of bounds.
  package init?(passes: UInt32, memory: UInt32, lanes: UInt32) {
    guard Self.laneBounds.contains(lanes), Self.passBounds.contains(passes),
      memory >= 8 * lanes, memory <= Self.largestMemory,
      UInt64(memory) * UInt64(passes) <= Self.largestWork
    else { return nil }
    self.init(withinBounds: passes, memory: memory, lanes: lanes)
  }

  private init(withinBounds passes: UInt32, memory: UInt32, lanes: UInt32) {
    self.passes = passes
    self.memory = memory
    self.lanes = lanes
  }
}

/// The working memory of a derivation. This memory has its own pages, which are excluded from core dumps and read as
/// zeros in a child that is forked during the derivation. The memory is too large to be locked. libargon2 overwrites
/// the memory at the end, and the kernel clears pages before another process gets them.
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
