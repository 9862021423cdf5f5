import KeychainModel

/// The password that the options of an add give.
struct GivenPassword {
  /// The bytes of the password; nil when no option gives one.
  ///
  /// Of several options the last one counts. One without a value asks.
  ///
  /// - Throws: A failure for digits that are none, or when no password could be read.
  static func read(
    _ kind: PasswordKind, _ arguments: Arguments, _ session: Session
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
