import CPlatform
import Glibc
import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import ProgramSupport
import Vault

/// What commands work with: the keychain, the streams, and how much to say.
///
/// One session runs one command, or all commands of an interactive one.
final class Session {
  let console: Console
  let input: LineReader

  /// `-q`: says nothing that is not an error.
  var isQuiet = false

  /// `-v`: echoes commands, and tells more.
  var isVerbose = false

  /// Whether standard input holds the commands: then a secret is one line of it.
  var readsCommands = false

  /// Whether a person may be asked for the password of a locked keychain.
  var mayAskForPassword = true

  /// Nanoseconds of a clock that nobody sets.
  var now: () -> Int64 = lk_monotonic_now

  /// Seconds since 1970, by the clock of the machine.
  var wallClock: () -> Int64 = { Int64(time(nil)) }

  /// The value of an environment variable; nil when it is absent or empty.
  var environment: (String) -> String? = { name in
    lk_secure_getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Starts a command in a process of its own.
  var start: (HeldCommand) throws(ChildFailure) -> HeldCommand.Ending = {
    (command) throws(ChildFailure) in try command.start()
  }

  /// Waits for some seconds.
  var wait: (UInt32) -> Void = { seconds in
    var rest = seconds
    while rest > 0 { rest = sleep(rest) }
  }

  /// Where unlocked keys are left for other processes.
  var unlockAuthority: any UnlockAuthority = UnlockContext.system.authority

  /// Where random bytes come from.
  var random: any RandomSource = SystemRandom()

  /// Who asks a person for a proof.
  var makePrompter: () -> any Prompter = { Pinentry(ownsProcess: true) }

  /// What the person has proven in this session.
  private var proven = ProvenAccess()

  /// Whether a person was asked for the password of the keychain because it was locked.
  private var hasAskedForPassword = false

  private let open: () throws(KeychainError) -> KeychainClient
  private var opened: KeychainClient?

  /// - Parameter open: Makes the keychain, when the first command needs it: most questions about
  ///   the tool itself can be answered where no keychain can be.
  init(
    streams: any StandardStreams, open: @escaping () throws(KeychainError) -> KeychainClient
  ) {
    console = Console(streams)
    input = LineReader(streams)
    self.open = open
  }

  /// The keychain.
  ///
  /// - Throws: The keychain's failure, when no place for one is known.
  func keychain() throws(CommandFailure) -> KeychainClient {
    if let opened { return opened }
    do throws(KeychainError) {
      let keychain = try open()
      opened = keychain
      return keychain
    } catch {
      throw .keychain(error, in: "SecKeychainCopyDefault")
    }
  }

  /// Ends the use of the keychain, if a command opened it.
  func close() { opened?.close() }

  /// What tells a person how far a command is.
  ///
  /// - Parameters:
  ///   - task: What is being done, to stand before the count.
  ///   - printsResults: Whether the command prints as it goes: at a terminal that says enough.
  func progress(_ task: String, printsResults: Bool = false) -> Progress {
    let isShown =
      console.isTerminal(.error) && !isQuiet && !(printsResults && console.isTerminal(.output))
    return Progress(task, console: console, isShown: isShown, now: now)
  }

  /// Performs a request as the user's own hand.
  ///
  /// - Parameter context: The name that an error line gives to what was being done.
  ///
  /// A person is asked for what the access control of an item wants, through a pinentry.
  func perform(_ request: ItemRequest, in context: String) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try proven.perform(request, on: keychain, makePrompter: prompter)
    }
  }

  /// Adds items, all of them or none; those that are there stay as they are.
  ///
  /// - Parameter onProgress: Called with the number of items done.
  func addSparingPresent(
    _ requests: [AddRequest], in context: String, onProgress: (Int) -> Void
  ) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try proven.perform(on: keychain, makePrompter: prompter) {
        (proof) throws(KeychainError) in
        try keychain.add(requests, sparingPresent: true, with: proof, onProgress: onProgress)
      }
    }
  }

  /// Who asks. What was printed so far belongs before the question.
  private func prompter() -> any Prompter {
    console.flush()
    return makePrompter()
  }

  /// What was proven counts for nothing from now on.
  func forgetProof() { proven.forget() }

  /// Performs a request for many items at once: what was proven for one of them counts for nothing here.
  func performWithoutProof(
    _ request: ItemRequest, in context: String
  ) throws(CommandFailure) -> [Item] {
    try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.perform(request)
    }
  }

  /// Runs `body` with the keychain.
  ///
  /// - Parameters:
  ///   - context: The name that an error line gives to what was being done.
  ///   - file: The file that the command was given, if it was.
  func withKeychain<Result>(
    in context: String, naming file: Word? = nil,
    _ body: (KeychainClient) throws(KeychainError) -> Result
  ) throws(CommandFailure) -> Result {
    let keychain = try keychain()
    do throws(KeychainError) {
      return try body(keychain)
    } catch {
      let failure = CommandFailure.keychain(error, in: context, naming: file)
      guard Self.isLocked(keychain, error) else { throw failure }
      guard try unlock(keychain) else { throw failure.sayingHowToUnlock }
    }
    do throws(KeychainError) {
      return try body(keychain)
    } catch {
      throw .keychain(error, in: context, naming: file)
    }
  }

  /// Whether a call failed because the keychain is locked.
  private static func isLocked(_ keychain: KeychainClient, _ error: KeychainError) -> Bool {
    guard error.code == .interactionNotAllowed, error.cause == nil,
      let status = try? keychain.lockStatus()
    else { return false }
    return status.hasPasscode && status.state != .unlocked
  }

  /// Asks a person for the password once, and unlocks the keychain as `unlock-keychain` does.
  ///
  /// - Returns: False where nobody can be asked, or was asked before.
  /// - Throws: A failure for a wrong password.
  private func unlock(_ keychain: KeychainClient) throws(CommandFailure) -> Bool {
    guard mayAskForPassword, input.isTerminal, !hasAskedForPassword else { return false }
    hasAskedForPassword = true
    let context = "SecKeychainUnlock"
    let typed = try KeychainPassword.read(nil, self, prompt: "password to unlock the keychain: ")
    guard let typed else {
      throw .keychain(KeychainError(.authenticationFailed, "the password is empty"), in: context)
    }
    // What keeps other programs from sharing it does not concern this one.
    _ = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try keychain.unlock(typed)
    }
    return true
  }
}
