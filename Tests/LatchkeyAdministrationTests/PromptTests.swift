import KeychainCrypto
import KeychainPrompt
import LatchkeyAdministration
import Testing

@Suite("Prompts of the program itself", .serialized)
struct PromptTests {
  private func outcome(
    _ answer: KeychainAnswer, _ kind: PromptQuestion.Kind
  ) throws -> AuthenticationFailure.Reason? {
    // Other tests may ask questions at the same time. The answer to the questions of other tests is `unavailable`.
    KeychainPrompts.ask { question in
      question.reason == "a test of prompts" ? answer : .unavailable
    }
    let prompter = StandardPrompter.make()
    KeychainPrompts.ask(with: nil)
    #expect(StandardPrompter.make() is Pinentry)
    do throws(AuthenticationFailure) {
      let found = try prompter.ask(PromptQuestion(kind, reason: "a test of prompts"))
      if case .secret = answer { #expect(found != nil) } else { #expect(found == nil) }
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("The program is asked, and its answers are used")
  func answers() throws {
    let secret = KeychainAnswer.secret(try KeychainPasscode("right"))
    #expect(try outcome(secret, .passcode) == nil)
    #expect(try outcome(secret, .applicationPassword) == nil)
    #expect(try outcome(secret, .newApplicationPassword) == nil)
    #expect(try outcome(.nothing, .repeatedApplicationPassword) == nil)
    #expect(try outcome(.nothing, .passcode) == nil)
    #expect(try outcome(.confirmed, .confirmation) == nil)
    #expect(try outcome(.cancelled, .passcode) == .cancelled)
    #expect(try outcome(.fallback, .passcode) == .fallback)
    #expect(try outcome(.unavailable, .confirmation) == .notInteractive)
  }

  @Test("An answer of the wrong kind is an error")
  func mismatches() throws {
    let secret = KeychainAnswer.secret(try KeychainPasscode("right"))
    #expect(try outcome(secret, .confirmation) == .failed)
    #expect(try outcome(.nothing, .confirmation) == .failed)
    #expect(try outcome(.confirmed, .passcode) == .failed)
  }

  @Test("The question contains the program, the reason and the titles")
  func question() {
    let question = KeychainQuestion(
      PromptQuestion(
        .passcode, program: "/opt/app", reason: "to pay", problem: "wrong",
        titles: PromptTitles(cancel: "No", fallback: "Other")))
    #expect(question.kind == .passcode)
    #expect(
      question.text
        == "The program \"/opt/app\" asks for the passcode of the keychain.\n\nIt says: \"to pay\"")
    #expect(question.reason == "to pay" && question.problem == "wrong")
    #expect(question.cancelTitle == "No" && question.fallbackTitle == "Other")
  }
}
