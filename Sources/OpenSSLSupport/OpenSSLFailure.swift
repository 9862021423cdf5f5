import COpenSSL
package import KeychainModel

/// The error for a failed OpenSSL call, with OpenSSL's reason.
///
/// This function empties OpenSSL's error queue of this thread. Otherwise the error of a later failure would have an old
/// reason.
package func openSSLFailure(
  _ attempt: String, file: StaticString = #fileID, line: UInt = #line
) -> KeychainError {
  let error = ERR_peek_last_error()
  ERR_clear_error()
  let cause =
    ERR_reason_error_string(error).map { String(cString: $0) }
    ?? "OpenSSL's error \(String(error, radix: 16))"
  return KeychainError(.internalComponent, "cannot \(attempt): \(cause)", file: file, line: line)
}
