import CPlatform
import Glibc
import KeychainModel

/// What was being done with a file when the system refused.
enum FileAccess: Sendable {
  case reading
  case writing
}

/// The error for a failed system call, with a sentence that names the path and the cause.
///
/// A device that fails is an I/O error and a read-only file system is a read-only keychain;
/// everything else, from a missing permission to a full disk, means that the store cannot be used
/// as it stands.
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

/// Why a system call failed; nil when its status says it.
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

/// Repeats a system call while a signal interrupts it; gives its result.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
