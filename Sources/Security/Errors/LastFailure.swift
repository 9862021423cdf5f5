import CPlatform
package import KeychainModel

/// Stores the last failure of the calling thread, so that a program can request the reason of the failure. The public
/// functions store a failure when they convert a typed error to a status or an error object.
///
/// The failure is in thread-local memory, so storing a failure takes no lock and allocates no memory.
package enum LastFailure {
  /// The failure. Nil after a successful call, and in a thread in which no call has failed yet.
  package static var current: Failure? {
    var (status, cause): (Int32, Int32) = (0, 0)
    var length = 0
    var bytes: UnsafePointer<CChar>?
    guard lk_failure_get(&status, &cause, &bytes, &length) == 1 else { return nil }
    let reason = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    return Failure(
      status: status, cause: FailureCause(rawValue: cause) ?? .other, reason: reason)
  }

  /// Stores a failure. The failure replaces the earlier failure.
  package static func note(_ failure: Failure) {
    var reason = failure.reason
    reason.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        lk_failure_set(failure.status, failure.cause.rawValue, $0.baseAddress, $0.count)
      }
    }
  }

  package static func note(_ error: KeychainError) { note(error.failure) }

  /// Stores the failure of a call that returned a status without a typed error.
  package static func note(status: OSStatus, _ reason: String? = nil) {
    let code = KeychainError.Code(rawValue: status)
    note(
      Failure(
        status: status, cause: code.map { FailureCause.defaultCause(for: $0, nil) } ?? .other,
        reason: reason ?? StatusMessage.text(for: status)))
  }

  /// Stores the final status of a call. If the call already stored a failure, the reason of that failure stays.
  package static func note(end status: OSStatus) {
    if status == errSecSuccess { return clear() }
    guard let noted = current else { return note(status: status) }
    guard noted.status != status else { return }
    note(Failure(status: status, cause: noted.cause, reason: noted.reason))
  }

  /// Removes the failure of an earlier call. A call removes the failure at its beginning, or when the call succeeds.
  package static func clear() { lk_failure_clear() }
}
