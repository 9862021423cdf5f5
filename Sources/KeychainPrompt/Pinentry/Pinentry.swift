import Glibc
package import KeychainCrypto
import KeychainLog
import KeychainModel

/// Asks with a GnuPG pinentry: a small program that shows one question in a window or on the terminal,
/// and protects the typed text from other programs as well as possible.
///
/// It is started for every question, with only those environment variables that it needs to show its
/// prompt. It must never take an answer from a password cache.
package final class Pinentry: Prompter {
  private struct State {
    var isCancelled = false
    var waiting: [PromptCancellation] = []
  }

  private let settings: PinentrySettings
  private let ownsProcess: Bool
  private let state = ForkSafeMutex(State())

  /// The signals that would end this process and leave behind a pinentry and a terminal with its
  /// settings.
  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM]

  /// - Parameter ownsProcess: Whether the process runs one of our own programs. Then signals that would end
  ///   it are blocked during a question, and end the pinentry first.
  package init(_ settings: PinentrySettings = .current(), ownsProcess: Bool = false) {
    self.settings = settings
    self.ownsProcess = ownsProcess
  }

  /// Asks, and waits for the answer until the time limit in the settings.
  ///
  /// - Throws: `.notInteractive`, immediately, when no prompt can be shown or the pinentry cannot be
  ///   started; `.failed` when there is no answer in time, or the answer is invalid.
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

  /// Asks until there is an answer. If a signal interrupted the question without ending the process, asks
  /// again.
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

/// The default prompter: the closure of the program, if it set one, else the pinentry in the
/// environment.
package enum StandardPrompter {
  private static let closure = ForkSafeMutex<ClosurePrompter.Closure?>(nil)

  /// Creates a prompter for one context or call. Its cancellation does not affect other prompters.
  package static func make() -> any Prompter {
    guard let closure = closure.withLock({ $0 }) else { return Pinentry() }
    return ClosurePrompter(closure)
  }

  /// Sets a closure that asks all later questions of this process. With nil, the pinentry asks them
  /// again.
  package static func use(_ new: ClosurePrompter.Closure?) { closure.withLock { $0 = new } }
}
