import KeychainCrypto
import KeychainModel

/// Reads the password of the keychain from an option or from standard input.
enum KeychainPassword {
  /// Returns the value of the option. If the option was not given, returns the next line of standard input; at a
  /// terminal, this line is not echoed. Returns nil if the password is empty.
  ///
  /// - Throws: A failure if the option was not given and standard input has no more lines.
  static func read(
    _ option: Word?, _ session: CommandSession, prompt: String
  ) throws(CommandFailure) -> Passcode? {
    guard let option else { return try passcode(try typed(session, prompt)) }
    return try passcode(option.bytes)
  }

  /// Makes a passcode from bytes, and overwrites the bytes. Returns nil if there are no bytes.
  static func passcode(_ bytes: consuming [UInt8]) throws(CommandFailure) -> Passcode? {
    guard !bytes.isEmpty else { return nil }
    // If the caller keeps a copy of the array, this statement does not overwrite the copy.
    defer { bytes.wipe() }
    do throws(KeychainError) {
      return try bytes.withUnsafeBufferPointer { (buffer) throws(KeychainError) in
        try Passcode(UnsafeRawBufferPointer(buffer))
      }
    } catch {
      throw .keychain(error, in: "password")
    }
  }

  private static func typed(_ session: CommandSession, _ prompt: String) throws(CommandFailure) -> [UInt8] {
    session.console.flush()
    let line: [UInt8]?
    do throws(LineReader.Failure) {
      line = try session.input.readLine(
        limit: Passcode.largestByteCount,
        hiddenPrompt: session.input.isTerminal ? prompt : nil)
    } catch {
      switch error {
      case .tooLong: throw .failed("the password is longer than \(Passcode.largestByteCount) bytes")
      case .stream(let failure): throw .failed("standard input: \(failure.text)")
      }
    }
    guard let line else { throw .failed("there is no password on standard input") }
    return line
  }
}

extension CommandFailure {
  /// Makes the failure of a command that unlocked the keychain but could not share the unlocked keys with other
  /// programs.
  static func unshared(_ command: String, _ error: KeychainError) -> CommandFailure {
    .failed("\(command): \(unsharedSentence(error))")
  }

  static func unsharedSentence(_ error: KeychainError) -> String {
    "programs that start from now on find the keychain locked: \(error.reason). "
      + "Set LATCHKEY_UNLOCK_DIRECTORY to a folder in a memory file system, or give programs the "
      + "password of the login keychain by LATCHKEY_PASSCODE_FILE or as the credential latchkey.passcode."
  }
}
