import KeychainFiles
package import KeychainModel

/// The grade of the program that set the first passcode of a keychain in `keychaind`, in a file beside the keychain. A
/// program that changes the passcode knows the earlier one, so a change keeps the grade.
package final class PasscodeGrade: Sendable {
  private let file: StateFile
  private let changes = ForkSafeMutex(())

  init(_ folder: String) { file = StateFile("passcode-grade", in: folder) }

  private static let grades: ClosedRange<UInt8> = 0...4

  /// The recorded grade. A passcode without a record was set by a program of the user.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read.
  package func value() throws(KeychainError) -> UInt8 {
    guard let digit = try file.read()?.first else { return Caller.userProgramGrade }
    let grade = digit &- UInt8(ascii: "0")
    return Self.grades.contains(grade) ? grade : Self.grades.lowerBound
  }

  /// Runs `body`, which can record another grade, while no other thread changes the passcode of this keychain.
  package func withLock<Result>(
    _ body: (@escaping (UInt8) throws(KeychainError) -> Void) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try changes.withLock { (_) throws(KeychainError) in
      try body { [file] (grade) throws(KeychainError) in try file.replace([UInt8(ascii: "0") + grade]) }
    }
  }
}
