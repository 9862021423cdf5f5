import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainPrompt

/// The questions of one prompt to the person. The agent of the session asks about a keychain in `keychaind`, so that this
/// process does not learn its passcode. The prompter asks all other questions.
final class PromptConversation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    /// Obtains the proof that the person gives now.
    var authenticator: Authenticator?
  }

  let prompter: any Prompter
  /// The path of the program that wants the answers.
  private let program: String
  private let state = ForkSafeMutex(State())

  init(_ prompter: any Prompter, program: String) {
    self.prompter = prompter
    self.program = program
  }

  /// Asks a question of the prompter.
  ///
  /// - Throws: The errors of `Prompter.ask`.
  func ask(
    _ kind: PromptQuestion.Kind, reason: String, problem: String? = nil
  ) throws(AuthenticationFailure) -> Passcode? {
    try prompter.ask(PromptQuestion(kind, program: program, reason: reason, problem: problem))
  }

  /// Lets the agent of the session ask for the passcode of a keychain in `keychaind`, and unlocks the keychain.
  ///
  /// - Returns: False for a keychain in this process: the caller asks the prompter.
  /// - Throws: The errors of `Authenticator.unlockThroughAgent`.
  func unlockThroughAgent(_ keychain: KeychainClient, reason: String) throws(AuthenticationFailure) -> Bool {
    try withAuthenticator(keychain) { (authenticator) throws(AuthenticationFailure) in
      guard try authenticator.leavesPasscodeToAgent() else { return false }
      // The service names this process, so the reason names the program.
      try authenticator.unlockThroughAgent(reason: "\(reason) for \(program)")
      return true
    }
  }

  /// Obtains the proofs that the access control of an item requires.
  ///
  /// - Throws: The errors of `Authenticator.proof`.
  func proof(
    for constraints: AccessConstraints, of keychain: KeychainClient, reason: String, having proof: AccessProof?
  ) throws(AuthenticationFailure) -> AccessProof {
    try withAuthenticator(keychain) { (authenticator) throws(AuthenticationFailure) in
      let reason = try authenticator.leavesPasscodeToAgent() ? "\(reason) for \(program)" : reason
      return try authenticator.proof(
        for: constraints, reason: reason, having: proof ?? AccessProof(), mayAsk: true)
    }
  }

  private func withAuthenticator<Result>(
    _ keychain: KeychainClient, _ body: (Authenticator) throws(AuthenticationFailure) -> Result
  ) throws(AuthenticationFailure) -> Result {
    let authenticator = Authenticator(keychain, prompter: prompter, program: program)
    let isCancelled = state.withLock { state in
      state.authenticator = authenticator
      return state.isCancelled
    }
    defer { state.withLock { $0.authenticator = nil } }
    guard !isCancelled else { throw AuthenticationFailure(.appCancelled) }
    do throws(AuthenticationFailure) {
      return try body(authenticator)
    } catch {
      if error.reason == .notInteractive {
        Log.notice("a program wants a question, but the session has no agent or no pinentry that can ask it")
      }
      throw error
    }
  }

  /// Ends the current question, and prevents later questions. Any thread may call this function. It does not wait.
  func cancel() {
    prompter.cancel()
    let authenticator = state.withLock { state in
      state.isCancelled = true
      return state.authenticator
    }
    // The service may not have received the question yet, and the thread of the bus must not wait for it.
    if let authenticator { _ = DetachedThread.start { authenticator.cancel() } }
  }
}
