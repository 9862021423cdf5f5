import KeychainCrypto
import KeychainModel
import KeychainPrompt

/// A prompter that asks nothing while questions are forbidden. It checks this immediately before each question,
/// because a call may have waited long for another question to be answered.
struct PermittedPrompter: Prompter {
  private let prompter: any Prompter
  private let mayAsk: @Sendable () -> Bool

  init(_ prompter: any Prompter, mayAsk: @escaping @Sendable () -> Bool) {
    self.prompter = prompter
    self.mayAsk = mayAsk
  }

  func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode? {
    guard mayAsk() else { throw AuthenticationFailure(.notInteractive) }
    return try prompter.ask(question)
  }

  func cancel() { prompter.cancel() }
}
