import CSetgidProgram
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainPrompt
import KeychainTransport

/// Shows the questions of the service, one after the other, on a thread of its own.
final class QuestionQueue: Sendable {
  typealias Answering =
    @Sendable (QuestionNonce, AgentAnswer.Outcome, Passcode?) throws(KeychainError) -> Void

  private struct State: Sendable {
    var waiting: [AgentQuestion] = []
    var shown: (nonce: QuestionNonce, prompter: any Prompter)?
    var hasEnded = false
  }

  private let makePrompter: @Sendable (_ seconds: Int) -> any Prompter
  private let fits: @Sendable (AgentQuestion) -> Bool
  private let answer: Answering
  private let state = ForkSafeMutex(State())
  private let news = Semaphore()
  private let ended = Semaphore()

  /// - Parameters:
  ///   - makePrompter: Makes the prompter of one question, which waits for a number of seconds.
  ///   - fits: Whether there is room for the long text of a question.
  ///   - answer: Sends an answer to the service.
  init(
    makePrompter: @escaping @Sendable (Int) -> any Prompter, fits: @escaping @Sendable (AgentQuestion) -> Bool,
    answer: @escaping Answering
  ) {
    self.fits = fits
    self.makePrompter = makePrompter
    self.answer = answer
  }

  /// Starts the thread that shows the questions.
  ///
  /// - Returns: False when no thread can be made.
  func start() -> Bool { DetachedThread.start { [self] in run() } }

  /// Takes what the service sent.
  func take(_ event: AgentEvent) {
    switch event {
    case .question(let question):
      state.withLock { $0.waiting.append(question) }
      news.signal()
    case .withdrawal(let nonce):
      let prompter = state.withLock { state in
        state.waiting.removeAll { $0.nonce == nonce }
        return state.shown?.nonce == nonce ? state.shown?.prompter : nil
      }
      prompter?.cancel()
    }
  }

  /// Ends the question that is shown, and waits until its pinentry has ended, for two seconds at most. Shows no further
  /// question.
  func end() {
    let prompter = state.withLock { state in
      state.hasEnded = true
      return state.shown?.prompter
    }
    prompter?.cancel()
    news.signal()
    _ = ended.wait(until: .after(.seconds(2)))
  }

  private func run() {
    // A pinentry, and every program that it executes, gains no privileges by the mode of a file.
    if lk_setgid_forbid_privileges() != 0 { Log.error("the pinentry keeps the privileges of files") }
    while true {
      _ = news.wait(until: .after(.seconds(Int64.max)))
      let (next, hasEnded) = state.withLock { state in
        let next = state.hasEnded || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        guard let next else { return (nil as (AgentQuestion, any Prompter)?, state.hasEnded) }
        let prompter = makePrompter(Int(next.seconds))
        state.shown = (next.nonce, prompter)
        return ((next, prompter), false)
      }
      guard !hasEnded else { break }
      if let (question, prompter) = next {
        show(question, prompter)
        state.withLock { $0.shown = nil }
      }
    }
    ended.signal()
  }

  private func show(_ question: AgentQuestion, _ prompter: any Prompter) {
    let kind: PromptQuestion.Kind =
      switch question.kind {
      case .passcode: .passcode
      }
    let outcome: AgentAnswer.Outcome
    var typed: Passcode?
    do throws(AuthenticationFailure) {
      let text = fits(question) ? question.text : question.shortText
      typed = try prompter.ask(PromptQuestion(kind, textOfService: text, problem: question.problem))
      outcome = .given
    } catch {
      switch error.reason {
      // The service withdrew the question.
      case .appCancelled: return
      case .cancelled: outcome = .dismissed
      case .notInteractive:
        Log.error("no question can be shown", error.keychainError)
        outcome = .impossible
      default: outcome = .failed
      }
    }
    do throws(KeychainError) { try answer(question.nonce, outcome, typed) } catch {
      Log.error("an answer could not be sent", error)
    }
  }
}
