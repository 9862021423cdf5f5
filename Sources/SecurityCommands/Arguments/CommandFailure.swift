import KeychainLog
import KeychainModel

/// The failure of a command: a status and messages.
struct CommandFailure: Error {
  /// The status of the command. The exit status of the tool is the low eight bits of this number.
  let status: Int32

  /// The lines for standard error, without the name of the tool.
  let lines: [String]

  init(status: Int32, _ lines: [String] = []) {
    self.status = status
    self.lines = lines
  }

  /// The failure with the additional line "Nothing was changed."
  var notingNothingChanged: CommandFailure {
    CommandFailure(status: status, lines + ["Nothing was changed."])
  }

  /// The failure with an additional line that explains how to unlock the keychain.
  var withUnlockHint: CommandFailure {
    CommandFailure(
      status: status, lines + ["unlock-keychain unlocks it, for every program of the user"])
  }

  /// The failure with the advice for a call that needs the password of the person.
  var withPersonHint: CommandFailure {
    CommandFailure(
      status: status, lines + ["security -P asks for the password, or reads it from the first line of standard input"])
  }

  /// The status of a usage error. After such an error, the tool prints the usage of the command.
  static let usageStatus: Int32 = 2

  /// A usage error without a message.
  static let usage = CommandFailure(status: usageStatus)

  /// A usage error with a message.
  static func usage(_ errorMessage: String) -> CommandFailure {
    CommandFailure(status: usageStatus, [errorMessage])
  }

  /// A failure without a specific status. The status is 1.
  static func failed(_ sentence: String) -> CommandFailure {
    CommandFailure(status: 1, [sentence])
  }

  /// Makes the failure for an error of the keychain.
  ///
  /// - Parameters:
  ///   - context: The function name that macOS prints in error messages of this operation. Scripts may search the
  ///     output for this name.
  ///   - file: The file that the user named. If the error concerns this file and not the keychain, the status is 1.
  static func keychain(
    _ error: KeychainError, in context: String, naming file: Word? = nil
  ) -> CommandFailure {
    Log.failure(error, of: "security")
    if error.cause == .argument {
      let name = file.map { "\($0.text): " } ?? ""
      return .failed("\(context): \(name)\(error.reason)")
    }
    if error.cause == .passcodeMissing {
      return CommandFailure(
        status: error.code.rawValue,
        ["\(context): \(error.reason)", "set-keychain-password sets one"])
    }
    var lines = ["\(context): \(StatusMessage.text(for: error.code.rawValue))"]
    // Scripts compare the whole output for .itemNotFound and .duplicateItem. So only the standard sentence is printed
    // for these two errors.
    if error.code != .itemNotFound, error.code != .duplicateItem { lines.append(error.reason) }
    return CommandFailure(status: error.code.rawValue, lines)
  }

  /// Makes the failure of an unlocking. After a wrong password, the message is the sentence of macOS.
  static func wrongPassword(_ error: KeychainError, _ name: Word?, in context: String) -> CommandFailure {
    let place = name.map { "\(context) \($0.text)" } ?? context
    guard error.code == .authenticationFailed else { return .keychain(error, in: place) }
    Log.failure(error, of: "security")
    return CommandFailure(
      status: error.code.rawValue,
      ["\(place): The user name or passphrase you entered is not correct.", error.reason])
  }

  /// Runs `body`. Converts an error of `body` to a failure. The message of the failure contains the function name
  /// `context`.
  static func translating<Result>(
    in context: String, _ body: () throws(KeychainError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw .keychain(error, in: context)
    }
  }

  /// Makes the failure for a status that concerns a keychain as a whole. The message also contains `sentences`.
  static func keychain(
    _ status: KeychainStatus, _ name: Word? = nil, in context: String, _ sentences: String...
  ) -> CommandFailure {
    let place = name.map { "\(context) \($0.text)" } ?? context
    return CommandFailure(status: status.rawValue, ["\(place): \(status.sentence)"] + sentences)
  }
}

/// The statuses that concern a keychain as a whole. No operation on items returns these statuses.
enum KeychainStatus: Int32, Sendable {
  /// `errSecNoSuchKeychain`.
  case noSuchKeychain = -25294
  /// `errSecInvalidKeychain`.
  case invalidKeychain = -25295
  /// `errSecDuplicateKeychain`.
  case duplicateKeychain = -25296
  /// `errSecNoDefaultKeychain`.
  case noDefaultKeychain = -25307

  /// The sentence that macOS's tool prints. Scripts compare the sentences.
  var sentence: String {
    switch self {
    case .noSuchKeychain: "The specified keychain could not be found."
    case .invalidKeychain: "The specified keychain is not a valid keychain file."
    case .duplicateKeychain: "A keychain with the same name already exists."
    case .noDefaultKeychain: "A default keychain could not be found."
    }
  }
}

/// Parses a status number that the user typed.
enum StatusNumber {
  /// Parses a number in decimal notation, in hexadecimal notation after `0x`, or in octal notation after `0`, with an
  /// optional sign. A number above the signed 32-bit range becomes the negative number with the same 32 bits. Returns
  /// nil for any other text.
  static func parse(_ text: String) -> Int32? {
    let isNegative = text.hasPrefix("-")
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let magnitude = magnitude(digits) else { return nil }
    guard isNegative else { return Int32(truncatingIfNeeded: magnitude) }
    return Int32(exactly: -Int64(magnitude))
  }

  private static func magnitude(_ digits: Substring) -> UInt32? {
    // The caller has removed one sign. The initializer of UInt32 would accept a second sign, so the first character
    // must be a digit.
    guard let first = digits.first, first.isNumber else { return nil }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return UInt32(digits.dropFirst(2), radix: 16)
    }
    return UInt32(digits, radix: digits.utf8.count > 1 && first == "0" ? 8 : 10)
  }
}
