import CPlatform
import Glibc
import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import ProgramSupport
import Vault

/// The context in which commands run: the keychain, the streams, and the options of the tool.
///
/// A session runs one command, or all commands of interactive mode.
final class CommandSession {
  let console: Console
  let input: LineReader

  /// Whether the tool prints only errors: the option `-q`.
  var isQuiet = false

  /// Whether the tool prints commands and more details: the option `-v`.
  var isVerbose = false

  /// Whether the tool reads commands from standard input. If true, a secret is one line of standard input.
  var readsCommands = false

  /// Whether the tool first asks for the password of the keychain, and then uses the items of every program: the option
  /// `-P`. Without `keychaind`, the tool uses the items of every program without a password.
  var actsForPerson = false

  /// Whether commands may ask the user for the password of a locked keychain.
  var mayAskForPassword = true

  /// Returns the time of a monotonic clock, in nanoseconds.
  var now: () -> Int64 = lk_monotonic_now

  /// Returns the time of the system clock, in seconds since 1970-01-01.
  var wallClock: () -> Int64 = { Int64(time(nil)) }

  /// Returns the value of an environment variable; nil if the variable is not set or is empty.
  var environment: (String) -> String? = { name in
    lk_secure_getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Starts a command in a new process.
  var start: (DetachableCommand) throws(ChildFailure) -> DetachableCommand.Ending = {
    (command) throws(ChildFailure) in try command.start()
  }

  /// Waits for a number of seconds.
  var wait: (UInt32) -> Void = { seconds in
    var rest = seconds
    while rest > 0 { rest = sleep(rest) }
  }

  /// The authority that shares unlocked keys with other processes.
  var unlockAuthority: any UnlockAuthority = UnlockContext.system.authority

  /// The source of random bytes.
  var random: any RandomSource = SystemRandom()

  /// Makes the prompter, which asks the user for a passcode, a password or a confirmation.
  var makePrompter: () -> any Prompter = { Pinentry(ownsProcess: true) }

  /// The proofs that the user has given in this session.
  private var proven = ProvenAccess()

  /// Whether the session has already asked the user for the password of a locked keychain.
  private var hasAskedForPassword = false

  private let open: () throws(KeychainError) -> KeychainClient
  private var opened: KeychainClient?

  /// The keychains that the operands of the current command selected; nil for all keychains.
  private var selected: KeychainClient?

  /// The keychain, if it can be opened.
  var keychainIfOpen: KeychainClient? { try? keychain() }

  /// - Parameter open: Opens the keychain. The session calls this function when a command first needs the keychain.
  ///   Commands that need no keychain then also work when the keychain cannot be opened.
  init(
    streams: any StandardStreams, open: @escaping () throws(KeychainError) -> KeychainClient
  ) {
    console = Console(streams)
    input = LineReader(streams)
    self.open = open
  }

  /// Returns the keychains that the command uses: the selected keychains, or all keychains of the user.
  ///
  /// - Throws: A failure if the location of the login keychain is unknown.
  func keychain() throws(CommandFailure) -> KeychainClient {
    if let selected { return selected }
    return try allKeychains()
  }

  /// Selects the keychains of the current command; nil for all keychains.
  func select(_ keychains: KeychainClient?) { selected = keychains }

  /// Returns the client of all keychains of the user.
  ///
  /// - Throws: A failure if the location of the login keychain is unknown.
  func allKeychains() throws(CommandFailure) -> KeychainClient {
    if let opened { return opened }
    let keychain: KeychainClient
    do throws(KeychainError) {
      keychain = try open()
    } catch {
      throw .keychain(error, in: "SecKeychainCopyDefault")
    }
    opened = keychain
    if actsForPerson { try actForPerson(keychain) }
    return keychain
  }

  /// Asks for the password of the keychain in `keychaind`. All later calls then use the items of every program.
  ///
  /// - Throws: A failure if the password is empty or wrong.
  private func actForPerson(_ keychain: KeychainClient) throws(CommandFailure) {
    guard !keychain.isInProcess else { return }
    let context = "the password"
    let isAsked = try askThroughAgent(keychain, in: context) { () throws(KeychainError) in
      try keychain.askToActForPerson()
    }
    if isAsked { return }
    guard let typed = try KeychainPassword.read(nil, self, prompt: "password of the keychain: ") else {
      throw .keychain(KeychainError(.authenticationFailed, "the password is empty"), in: context)
    }
    try CommandFailure.translating(in: context) { () throws(KeychainError) in try keychain.actForPerson(typed) }
  }

  /// Lets `keychaind` ask the user through the agent of the session. The tool then does not learn the password.
  ///
  /// - Returns: False if the session has no agent, if the keychain is in this process, or if the password comes from
  ///   standard input that is not a terminal.
  /// - Throws: A failure if the user gave no password.
  func askThroughAgent(
    _ keychain: KeychainClient, in context: String, _ ask: () throws(KeychainError) -> Void
  ) throws(CommandFailure) -> Bool {
    guard !keychain.isInProcess, input.isTerminal else { return false }
    console.flush()
    do throws(KeychainError) {
      try ask()
      return true
    } catch {
      guard error.cause != .agentMissing else { return false }
      throw .keychain(error, in: context)
    }
  }

  /// Closes the keychains that commands opened.
  func close() {
    opened?.close()
    opened?.list?.keychains.closeAll()
  }

  /// Makes a display of progress.
  ///
  /// - Parameters:
  ///   - task: The name of the operation. The display contains this name before the numbers.
  ///   - printsResults: Whether the command prints results while it runs. If these results go to a terminal, the
  ///     display is not shown.
  func progress(_ task: String, printsResults: Bool = false) -> Progress {
    let isShown =
      console.isTerminal(.error) && !isQuiet && !(printsResults && console.isTerminal(.output))
    return Progress(task, console: console, isShown: isShown, now: now)
  }

  /// Performs a request. The tool can use every access group. If an item's access control requires a proof, a pinentry
  /// asks the user for the proof.
  ///
  /// - Parameter context: The name of the operation in an error message.
  func perform(_ request: ItemRequest, in context: String) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try proven.perform(request, on: keychain, makePrompter: prompter)
    }
  }

  /// Performs a request for one item in the keychain of the item. A copy of this keychain has items with the same
  /// identifiers.
  func perform(_ request: ItemRequest, of item: Item, in context: String) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      let keychain = keychain.scoped(to: item.scope)
      return try proven.perform(request, on: keychain, makePrompter: prompter)
    }
  }

  /// Adds the items that do not exist yet. If adding an item fails, no item is added.
  ///
  /// - Parameter onProgress: A function that receives the number of processed items.
  func addMissing(
    _ requests: [AddRequest], in context: String, onProgress: (Int) -> Void
  ) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try proven.perform(on: keychain, makePrompter: prompter) {
        (proof) throws(KeychainError) in
        try keychain.add(requests, sparingPresent: true, with: proof, onProgress: onProgress)
      }
    }
  }

  /// Makes a prompter. The function first flushes the output, so that earlier output appears before the question.
  private func prompter() -> any Prompter {
    console.flush()
    return makePrompter()
  }

  /// Discards all proofs.
  func forgetProof() { proven.forget() }

  /// Performs a request for many items at once. The request does not use the proofs that the user gave for single
  /// items.
  func performWithoutProof(
    _ request: ItemRequest, of item: Item? = nil, in context: String
  ) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      guard let item else { return try keychain.perform(request) }
      return try keychain.scoped(to: item.scope).perform(request)
    }
  }

  /// Runs `body` with the keychain.
  ///
  /// - Parameters:
  ///   - context: The name of the operation in an error message.
  ///   - file: The file that the user named; nil if the command uses no file.
  func withKeychain<Result>(
    in context: String, naming file: Word? = nil,
    _ body: (KeychainClient) throws(KeychainError) -> Result
  ) throws(CommandFailure) -> Result {
    let keychain = try keychain()
    do throws(KeychainError) {
      return try body(keychain)
    } catch {
      let failure = CommandFailure.keychain(error, in: context, naming: file)
      if error.cause == .personNeeded {
        guard mayAskForPassword, input.isTerminal else { throw failure.withPersonHint }
        try actForPerson(keychain)
        return try translating(failing: context, file) { () throws(KeychainError) in try body(keychain) }
      }
      let locked = Self.locked(keychain, error)
      guard !locked.isEmpty else { throw failure }
      guard locked.count == 1, try unlock(locked[0]) else { throw failure.withUnlockHint }
    }
    return try translating(failing: context, file) { () throws(KeychainError) in try body(keychain) }
  }

  private func translating<Result>(
    failing context: String, _ file: Word?, _ body: () throws(KeychainError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw .keychain(error, in: context, naming: file)
    }
  }

  /// Returns the keychains of a call that are locked; none if the call failed for another reason.
  private static func locked(_ keychain: KeychainClient, _ error: KeychainError) -> [KeychainClient] {
    guard error.code == .interactionNotAllowed, error.cause == nil || error.cause == .indexClosed else { return [] }
    var members = [keychain]
    if let list = keychain.list, let paths = try? list.paths(of: keychain.scope) {
      members = paths.compactMap { try? keychain.client(of: $0) }
    }
    return members.filter { member in
      guard let status = try? member.lockStatus() else { return false }
      return status.hasPasscode && status.state != .unlocked
    }
  }

  /// Asks the user for the password, and unlocks the keychain like the command `unlock-keychain`. A session asks for
  /// the password only once.
  ///
  /// - Returns: False if the user cannot be asked, or was already asked.
  /// - Throws: A failure if the password is wrong.
  private func unlock(_ keychain: KeychainClient) throws(CommandFailure) -> Bool {
    guard mayAskForPassword, input.isTerminal, !hasAskedForPassword else { return false }
    hasAskedForPassword = true
    let context = "SecKeychainUnlock"
    let isAsked = try askThroughAgent(keychain, in: context) { () throws(KeychainError) in try keychain.askToUnlock() }
    if isAsked { return true }
    let typed = try KeychainPassword.read(nil, self, prompt: "password to unlock the keychain: ")
    guard let typed else {
      throw .keychain(KeychainError(.authenticationFailed, "the password is empty"), in: context)
    }
    // The result says whether the unlocked keys could be shared with other programs. This command needs no sharing, so
    // the result is ignored.
    _ = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try keychain.unlock(typed)
    }
    return true
  }
}

extension CommandSession {
  /// The maximum length of a command line and of an answer, in bytes.
  static let lineLimit = 4096

  /// Reads the next line of standard input. If standard input is a terminal, the function first prints the question to
  /// standard error.
  ///
  /// - Returns: The line; nil at the end of the input.
  func ask(_ question: String) throws(CommandFailure) -> [UInt8]? {
    if input.isTerminal { console.write(question.utf8, to: .error) }
    // The output is flushed, so that earlier output and the question appear before the answer.
    console.flush()
    do throws(LineReader.Failure) {
      return try input.readLine(limit: Self.lineLimit)
    } catch {
      switch error {
      case .tooLong: throw .failed("the line is longer than \(Self.lineLimit) bytes")
      case .stream(let failure): throw .failed("standard input: \(failure.text)")
      }
    }
  }

  /// Asks a question. Returns whether the answer begins with `y` or `Y`.
  func confirms(_ question: String) throws(CommandFailure) -> Bool {
    let answer = try ask("\(question) [y/N] ") ?? []
    return answer.first == UInt8(ascii: "y") || answer.first == UInt8(ascii: "Y")
  }
}

extension OutputFile {
  /// Creates a file outside of the keychain's folders. If a regular file with the same name exists, the new file
  /// replaces the old file.
  init(_ name: Word, in session: CommandSession) throws(CommandFailure) {
    let location = try session.keychain().location
    do throws(KeychainError) {
      try location.requireOutsideKeychain(name.bytes)
    } catch {
      throw Self.failure(name, error)
    }
    try self.init(anywhere: name, telling: session.console)
  }
}
