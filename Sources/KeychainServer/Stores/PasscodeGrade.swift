import CPlatform
import Glibc
import KeychainFiles
import KeychainModel

/// The grade of the program that set the first passcode of a keychain, in a file of the service beside the keychain. A
/// program that changes the passcode knows the earlier one, so a change keeps the grade.
final class PasscodeGrade: Sendable {
  private let folder: String
  private let changes = ForkSafeMutex(())

  init(_ folder: String) { self.folder = folder }

  private var path: String { folder + "/passcode-grade" }

  /// The recorded grade. A passcode without a record was set by a program of the user.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read.
  func value() throws(KeychainError) -> UInt8 {
    guard let content = try TrustedFile.read(path, limit: 16), let digit = content.first else {
      return Grade.userProgram.rawValue
    }
    return Grade(rawValue: digit &- UInt8(ascii: "0"))?.rawValue ?? Grade.claimed.rawValue
  }

  /// Runs `body`, which can record another grade, while no other thread changes the passcode of this keychain.
  func withLock<Result>(
    _ body: ((UInt8) throws(KeychainError) -> Void) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try changes.withLock { (_) throws(KeychainError) in
      try body { (grade) throws(KeychainError) in try record(grade) }
    }
  }

  private func record(_ grade: UInt8) throws(KeychainError) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(errno) }
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw failure(errno) }
    let handle = FileDescriptor(owning: number)
    var digit = UInt8(ascii: "0") + grade
    // An empty file after a crash stands for the lowest grade.
    guard write(handle.number, &digit, 1) == 1, fsync(handle.number) == 0 else { throw failure(errno) }
  }

  private func failure(_ error: Int32) -> KeychainError {
    KeychainError(
      .notAvailable, "\(path) cannot be written: \(String(cString: lk_error_description(error)))",
      because: error == ENOSPC ? .diskFull : nil)
  }
}
