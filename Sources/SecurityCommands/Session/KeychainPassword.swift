import KeychainCrypto
import KeychainModel

/// The password of the keychain, from an option or from a person.
enum KeychainPassword {
  /// Returns the value of the option, or the password that a person types. Returns nil if it is empty, which means no
  /// password.
  ///
  /// - Throws: A failure if there is neither.
  static func read(
    _ option: Word?, _ session: CommandSession, prompt: String
  ) throws(CommandFailure) -> Passcode? {
    guard let option else { return try passcode(try typed(session, prompt)) }
    return try passcode(option.bytes)
  }

  /// Makes a passcode from bytes, and overwrites the bytes. Returns nil if they are empty.
  static func passcode(_ bytes: consuming [UInt8]) throws(CommandFailure) -> Passcode? {
    guard !bytes.isEmpty else { return nil }
    // This does not overwrite copies that the caller keeps.
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
  /// Makes the failure for unlocked keys that could not be shared with other programs.
  static func unshared(_ command: String, _ error: KeychainError) -> CommandFailure {
    .failed("\(command): \(unsharedSentence(error))")
  }

  static func unsharedSentence(_ error: KeychainError) -> String {
    "programs that start from now on find the keychain locked: \(error.reason). Give them the "
      + "password by LATCHKEY_PASSCODE_FILE or as the credential latchkey.passcode."
  }
}
