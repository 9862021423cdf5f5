import Glibc
package import KeychainCrypto
import KeychainLog
import KeychainModel

/// Asks the user with a GnuPG pinentry. A pinentry is a small program that shows one question in a window or on the
/// terminal, and protects the typed text from other programs as well as possible.
///
/// Each question starts a new pinentry. The pinentry receives only the environment variables that it needs to show its
/// prompt. A pinentry must never take an answer from a password cache.
package final class Pinentry: Prompter {
  private struct State {
    var isCancelled = false
    var waiting: [PromptCancellation] = []
  }

  private let settings: PinentrySettings
  private let ownsProcess: Bool
  private let state = ForkSafeMutex(State())

  /// The signals that end this process. If such a signal ended this process during a question, the pinentry would keep
  /// running, and the terminal would keep the settings of the pinentry.
  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM]

  /// - Parameter ownsProcess: Whether the process runs a program of Latchkey. Such a process blocks, during a question,
  ///   the signals that would end the process. If a signal arrives, the process first ends the pinentry.
  package init(_ settings: PinentrySettings = .current(), ownsProcess: Bool = false) {
    self.settings = settings
    self.ownsProcess = ownsProcess
  }

  /// Asks a question, and waits for the answer until the time limit in the settings.
  ///
  /// - Throws: `.notInteractive`, without waiting, if no prompt can be shown or the pinentry cannot be started.
  ///   `.failed` if the answer does not arrive in time or is invalid. Also the other errors of the protocol `Prompter`.
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

  package func leavesPasscodeToAgent() throws(AuthenticationFailure) -> Bool {
    guard !state.withLock({ $0.isCancelled }) else { throw AuthenticationFailure(.appCancelled) }
    return true
  }

  /// Asks a question, and asks again if a signal interrupted the question without ending the process.
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

/// Makes the default prompters. A default prompter calls the closure that the program has set. If the program has set
/// no closure, a default prompter uses the pinentry that the environment selects.
package enum StandardPrompter {
  /// Who asks the questions. A function must not itself be the value of a `ForkSafeMutex`.
  private struct Choice: Sendable {
    /// The closure of the program; nil for the pinentry.
    var closure: ClosurePrompter.Closure?
  }

  private static let choice = ForkSafeMutex(Choice())

  /// Makes a prompter for one authentication context or one call. The cancellation of this prompter does not affect
  /// other prompters.
  package static func make() -> any Prompter {
    guard let closure = choice.withLock({ $0.closure }) else { return Pinentry() }
    return ClosurePrompter(closure)
  }

  /// Sets a closure that asks all later questions of this process. If `new` is nil, the pinentry asks the later
  /// questions.
  package static func use(_ new: ClosurePrompter.Closure?) { choice.withLock { $0.closure = new } }
}
