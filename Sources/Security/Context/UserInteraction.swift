import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import Synchronization

/// Stores whether this process may ask the user. `SecKeychainSetUserInteractionAllowed` of the C interface sets the
/// value. The initial value is true. If the value is false, no call asks the user, even if its dictionary permits a
/// prompt.
package enum UserInteraction {
  private static let state = Atomic<Bool>(true)

  /// The accessors run inside the fork gate, because a fork during the first use of `state` would leave a
  /// half-initialized variable in the child.
  package static var isAllowed: Bool {
    get { ForkGate.enter { state.load(ordering: .relaxed) } }
    set { ForkGate.enter { state.store(newValue, ordering: .relaxed) } }
  }
}

/// A prompter that throws `.notInteractive` while prompts are forbidden. The prompter checks the permission immediately
/// before each question, because the call may have waited long for the prompt of another call.
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

  func leavesPasscodeToAgent() throws(AuthenticationFailure) -> Bool {
    guard mayAsk() else { throw AuthenticationFailure(.notInteractive) }
    return try prompter.leavesPasscodeToAgent()
  }
}
