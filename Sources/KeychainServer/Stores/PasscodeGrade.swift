import KeychainFiles
import KeychainModel

/// The grade of the program that set the first passcode of a keychain, in a file of the service beside the keychain. A
/// program that changes the passcode knows the earlier one, so a change keeps the grade.
final class PasscodeGrade: Sendable {
  private let file: StateFile
  private let changes = ForkSafeMutex(())

  init(_ folder: String) { file = StateFile("passcode-grade", in: folder) }

  /// The recorded grade. A passcode without a record was set by a program of the user.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read.
  func value() throws(KeychainError) -> UInt8 {
    guard let digit = try file.read()?.first else { return Grade.userProgram.rawValue }
    return Grade(rawValue: digit &- UInt8(ascii: "0"))?.rawValue ?? Grade.claimed.rawValue
  }

  /// Runs `body`, which can record another grade, while no other thread changes the passcode of this keychain.
  func withLock<Result>(
    _ body: ((UInt8) throws(KeychainError) -> Void) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try changes.withLock { (_) throws(KeychainError) in
      try body { (grade) throws(KeychainError) in try file.replace([UInt8(ascii: "0") + grade]) }
    }
  }
}
