import KeychainCrypto
import KeychainModel
import KeychainPrompt

/// Asks nothing while nobody may be asked, looked at right before each question: whoever is to ask may have
/// waited long for the answer to another's.
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
