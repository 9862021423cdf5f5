import KeychainModel

/// Reads the password that the options of an add give.
struct PasswordArgument {
  /// Returns the password; nil if no option gives one.
  ///
  /// If there are several options, the last one applies. An option without a value asks the user.
  ///
  /// - Throws: A failure if hexadecimal digits are malformed, or if no password could be read.
  static func read(
    _ kind: PasswordKind, _ arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) -> [UInt8]? {
    let options = kind.passwordLetters + ["X"]
    guard let option = arguments.options.last(where: { options.contains($0.name) }) else {
      return nil
    }
    guard let word = option.value else { return try NewPassword.secret(session) }
    guard option.name == "X" else { return word.bytes }
    guard let bytes = HexadecimalText.bytes(word.bytes) else {
      throw .usage("-X takes hexadecimal digits")
    }
    return bytes
  }
}
