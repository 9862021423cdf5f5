import CPlatform
package import KeychainModel

/// The last failure of the calling thread: what the edges, where typed errors become a status or an error
/// object, leave for a program that asks why.
///
/// It lies in memory of the thread itself, so that noting one allocates nothing and takes no lock.
package enum LastFailure {
  /// The failure; nil after a success, and in a thread where nothing failed yet.
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

  /// Notes a failure in place of an earlier one.
  package static func note(_ failure: Failure) {
    var reason = failure.reason
    reason.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        lk_failure_set(failure.status, failure.cause.rawValue, $0.baseAddress, $0.count)
      }
    }
  }

  package static func note(_ error: KeychainError) { note(error.failure) }

  /// Notes a status that no error explains.
  package static func note(status: OSStatus, _ reason: String? = nil) {
    let code = KeychainError.Code(rawValue: status)
    note(
      Failure(
        status: status, cause: code.map { FailureCause.usual(for: $0, nil) } ?? .other,
        reason: reason ?? StatusMessage.text(for: status)))
  }

  /// Notes how a call ended that has a status: a failure that was noted in it keeps its reason.
  package static func note(end status: OSStatus) {
    if status == errSecSuccess { return clear() }
    guard let noted = current else { return note(status: status) }
    guard noted.status != status else { return }
    note(Failure(status: status, cause: noted.cause, reason: noted.reason))
  }

  /// Forgets the failure: a call succeeded, or begins.
  package static func clear() { lk_failure_clear() }
}
