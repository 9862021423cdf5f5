import KeychainLog
import KeychainModel

/// Why a command ends without success.
struct CommandFailure: Error {
  /// The result of the command. Its low eight bits are the exit status of the tool.
  let status: Int32

  /// The lines for standard error, without the name of the tool in front.
  let lines: [String]

  init(status: Int32, _ lines: [String] = []) {
    self.status = status
    self.lines = lines
  }

  /// The same of a command that changed nothing, with a line that says so.
  var sayingNothingWasChanged: CommandFailure {
    CommandFailure(status: status, lines + ["Nothing was changed."])
  }

  /// The same of a command that found the keychain locked, with a line that names the way out.
  var sayingHowToUnlock: CommandFailure {
    CommandFailure(
      status: status, lines + ["unlock-keychain unlocks it, for every program of the user"])
  }

  /// The status after which the usage of a command is printed.
  static let usageStatus: Int32 = 2

  /// Arguments that make no sense, without a word about which.
  static let usage = CommandFailure(status: usageStatus)

  /// Arguments that make no sense, and why.
  static func usage(_ complaint: String) -> CommandFailure {
    CommandFailure(status: usageStatus, [complaint])
  }

  /// A failure that has no status of its own.
  static func failed(_ sentence: String) -> CommandFailure {
    CommandFailure(status: 1, [sentence])
  }

  /// What the keychain answered.
  ///
  /// - Parameters:
  ///   - context: What was being done: the name of the function that macOS prints there, which scripts may look
  ///     for.
  ///   - file: The file that was named, for a failure that is its own and not the keychain's: then the status
  ///     is 1.
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
    // For these two the sentence says all there is to say, and scripts read the whole output.
    if error.code != .itemNotFound, error.code != .duplicateItem { lines.append(error.reason) }
    return CommandFailure(status: error.code.rawValue, lines)
  }

  /// Runs `body`, and says what was being done when it fails.
  static func translating<Result>(
    in context: String, _ body: () throws(KeychainError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw .keychain(error, in: context)
    }
  }

  /// A status about a keychain as a whole, and further sentences.
  static func keychain(
    _ status: KeychainStatus, _ name: Word? = nil, in context: String, _ sentences: String...
  ) -> CommandFailure {
    let place = name.map { "\(context) (\($0.text))" } ?? context
    let text = StatusMessage.text(for: status.rawValue)
    return CommandFailure(status: status.rawValue, ["\(place): \(text)"] + sentences)
  }
}
