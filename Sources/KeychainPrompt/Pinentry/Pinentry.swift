import Glibc
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
  private let ownsProcess: Bool
  private let state = Guarded(State())

  /// The signals that would leave a pinentry behind, and the terminal as it has set it.
  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM]

  /// - Parameter ownsProcess: Whether the process is that of a program of ours: then signals that would end
  ///   it are held back while it asks, and end the pinentry first.
  package init(_ settings: PinentrySettings = .current(), ownsProcess: Bool = false) {
    self.settings = settings
    self.ownsProcess = ownsProcess
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
      guard ownsProcess else {
        return try PinentryConversation.answer(to: question, settings, cancellation)
      }
      return try interruptibleAnswer(to: question, cancellation)
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

  /// Asks until there is an answer. After a signal that does not end the process the question is put anew.
  private func interruptibleAnswer(
    to question: PromptQuestion, _ cancellation: PromptCancellation
  ) throws(AuthenticationFailure) -> Passcode? {
    while true {
      var isInterrupted = false
      do throws(AuthenticationFailure) {
        return try SignalWatch.during(Self.signals) { (signals) throws(AuthenticationFailure) in
          guard signals >= 0 else {
            throw AuthenticationFailure(.failed, "no descriptors are left to ask with")
          }
          do throws(AuthenticationFailure) {
            return try PinentryConversation.answer(
              to: question, settings, cancellation, interruption: signals)
          } catch {
            isInterrupted = SignalWatch.isPending(signals)
            throw error
          }
        }
      } catch {
        guard isInterrupted, error.reason == .appCancelled else { throw error }
      }
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
