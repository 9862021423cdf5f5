import CArgon2
package import KeychainModel
import OpenSSLSupport

/// Argon2id, version 1.3 (RFC 9106): derives a key from a passcode, at a cost that makes guessing
/// slow.
///
/// The lanes are filled one after the other, in the calling thread; the result is the same. A
/// library should not start threads in its caller. Before 2019, when libargon2 could not start a
/// thread, it left other threads running over memory that it had freed.
package enum Argon2id {
  static let type = UInt32(Argon2_id.rawValue)
  static let version = UInt32(ARGON2_VERSION_13.rawValue)

  /// Derives as many bytes as `output` has room for, at least 4.
  ///
  /// - Parameters:
  ///   - salt: At least 8 bytes.
  ///   - secret: A key that is mixed in; may be empty.
  ///   - associated: Other data that is mixed in; may be empty.
  /// - Throws: `.allocation` when there is not enough memory; `output` is then all zeros.
  package static func derive(
    from passcode: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer,
    secret: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    associated: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    cost: Argon2Cost, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    var context = argon2_context()
    context.out = output.bytes
    context.outlen = try length(output.count)
    // libargon2 only reads its inputs, because the flags to clear them are not set.
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
    let result = argon2_ctx(&context, Argon2_id)
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
