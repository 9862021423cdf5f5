package import KeychainCrypto
import KeychainLog
import KeychainModel

/// Asks through a pinentry of GnuPG: a small program that shows one question in a window or on the
/// terminal, and keeps what is typed from every other program as well as it can.
///
/// It is started for every question, with an environment that has only what shows its prompt. It is never
/// allowed to take an answer from a password cache.
package final class Pinentry: Prompter {
  private struct State {
    var isCancelled = false
    var waiting: [PromptCancellation] = []
  }

  private let settings: PinentrySettings
  private let state = Guarded(State())

  package init(_ settings: PinentrySettings = .current()) {
    self.settings = settings
  }

  /// Asks, and waits for the answer for as long as the settings say.
  ///
  /// - Throws: `.notInteractive` at once where no prompt can be shown or the pinentry cannot be started;
  ///   `.failed` when nobody answered in time, or the pinentry says what is no answer.
  package func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode? {
    guard settings.program.utf8.first == UInt8(ascii: "/") else {
      throw AuthenticationFailure(.notInteractive, "LATCHKEY_PINENTRY must be an absolute path")
    }
    guard settings.canShow else {
      throw AuthenticationFailure(
        .notInteractive, "there is neither a display nor a terminal to ask at")
    }
    guard let cancellation = PromptCancellation() else {
      throw AuthenticationFailure(.failed, "no descriptors are left to ask with")
    }
    try begin(cancellation)
    defer { end(cancellation) }
    do throws(AuthenticationFailure) {
      return try PinentryConversation.answer(to: question, settings, cancellation)
    } catch {
      if error.reason == .failed { Log.notice("the pinentry gave no answer") }
      throw error
    }
  }

  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for cancellation in state.waiting { cancellation.cancel() }
    }
  }

  private func begin(_ cancellation: PromptCancellation) throws(AuthenticationFailure) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.waiting.append(cancellation) }
      return state.isCancelled
    }
    if isCancelled { throw AuthenticationFailure(.appCancelled) }
  }

  private func end(_ cancellation: PromptCancellation) {
    state.withLock { state in state.waiting.removeAll { $0 === cancellation } }
  }
}
