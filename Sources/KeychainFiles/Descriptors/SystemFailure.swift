import CPlatform
import Glibc
import KeychainModel

/// The kind of file access that failed.
enum FileAccess: Sendable {
  case reading
  case writing
}

/// The error for a failed system call. The message of the error names the path and the cause.
///
/// A failed device gives `.inputOutput`. Writing to a read-only file system gives `.readOnly`. Missing memory gives
/// `.allocation`. Every other cause, such as a missing permission or a full disk, gives `.notAvailable`, because the
/// store cannot be used in its current state.
func systemFailure(
  _ attempt: String, _ path: String, _ error: Int32, _ access: FileAccess,
  file: StaticString = #fileID, line: UInt = #line
) -> KeychainError {
  let code: KeychainError.Code =
    switch (error, access) {
    case (EIO, _): .inputOutput
    case (EROFS, .writing): .readOnly
    case (ENOMEM, _): .allocation
    default: .notAvailable
    }
  let cause = String(cString: lk_error_description(error))
  return KeychainError(
    code, "cannot \(attempt) \(path): \(cause)", because: failureCause(of: error), file: file,
    line: line)
}

/// The cause of a failed system call; nil when the status of the error is sufficient.
private func failureCause(of error: Int32) -> FailureCause? {
  switch error {
  case ENOSPC, EDQUOT: .diskFull
  case EROFS: .readOnly
  case EACCES, EPERM: .permissionDenied
  case EMFILE, ENFILE: .tooManyFiles
  case ENOTDIR, ELOOP, EISDIR: .wrongFileKind
  case EEXIST: .fileInTheWay
  default: nil
  }
}

/// Makes a system call, and repeats the call while a signal interrupts it. Returns the result of the call.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
