import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import Synchronization

/// Whether this process may ask the user. `SecKeychainSetUserInteractionAllowed` of the C interface sets it; the
/// initial value is true. It overrides the dictionary of every call.
package enum UserInteraction {
  private static let state = Atomic<Bool>(true)

  /// The accessors run inside the fork gate: a fork during their first use would leave a half-initialized state in the
  /// child.
  package static var isAllowed: Bool {
    get { ForkGate.enter { state.load(ordering: .relaxed) } }
    set { ForkGate.enter { state.store(newValue, ordering: .relaxed) } }
  }
}

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
