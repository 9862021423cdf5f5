import KeychainCrypto
package import KeychainModel

// Questions that the service asks the person through the agent of the session.
extension KeychainClient {
  /// A handle for a question, with which another thread can withdraw the question.
  package func makeQuestionHandle() throws(KeychainError) -> Handle { try Handle(random: SystemRandom()) }

  /// Asks the person for the passcode, to use items with an access control.
  ///
  /// - Throws: The errors of `Request.askPerson`.
  package func askForPasscode(reason: String?, as handle: Handle) throws(KeychainError) -> PasscodeProof {
    PasscodeProof(self, try ask(.items, reason: reason, as: handle).handle())
  }

  /// Asks the person for the passcode, and unlocks the keychain.
  ///
  /// - Returns: The refusal of `unlock`.
  /// - Throws: The errors of `Request.askPerson`.
  @discardableResult
  package func askToUnlock() throws(KeychainError) -> KeychainError? {
    try askToUnlock(reason: nil, as: makeQuestionHandle())
  }

  /// Asks the person for the passcode with a reason of this program, and unlocks the keychain.
  package func askToUnlock(reason: String?, as handle: Handle) throws(KeychainError) -> KeychainError? {
    try ask(.unlock, reason: reason, as: handle).refusal()
  }

  /// Asks the person for the passcode. All later calls of this client act for the person, as after `actForPerson`.
  ///
  /// - Throws: The errors of `Request.askPerson`.
  package func askToActForPerson() throws(KeychainError) {
    guard let remote else { return }
    remote.person = nil
    remote.person = try ask(.person, as: makeQuestionHandle()).handle()
  }

  /// Withdraws a question of this process.
  ///
  /// - Returns: False when the service does not ask the question.
  package func withdrawQuestion(_ handle: Handle) -> Bool { (try? send(.cancel(handle))) != nil }

  private func ask(
    _ purpose: PersonQuestion.Purpose, reason: String? = nil, as handle: Handle
  ) throws(KeychainError) -> Reply {
    let reason = reason.map { PromptSafeText.line($0, byteLimit: PersonQuestion.largestReasonByteCount / 2) }
    return try send(.askPerson(PersonQuestion(purpose, reason: reason), as: handle))
  }
}
