import COpenSSL
package import KeychainModel

/// The error for a failed call of OpenSSL, with the reason that OpenSSL left.
///
/// The queue of errors is emptied, so that nothing of it is taken for the cause of a later
/// failure in this thread.
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
