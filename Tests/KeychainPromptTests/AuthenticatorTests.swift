import Keychain
import KeychainLog
import KeychainModel
import LockTestSupport
import Testing

@testable import KeychainCrypto
@testable import KeychainPrompt

@Suite("Authenticator")
struct AuthenticatorTests {
  let machine: TestMachine
  let keychain: LocalKeychain
  let nothing = AccessProof()

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
  }

  private func setPasscode() throws { _ = try keychain.setPasscode(passcode("right")) }

  /// Returns a prompter that gives these answers, in order.
  private func prompter(
    _ answers: [String?], _ asked: ForkSafeMutex<[PromptQuestion]> = ForkSafeMutex([])
  ) -> ClosurePrompter {
    ClosurePrompter { (question) throws(AuthenticationFailure) in
      let number = asked.withLock { asked in
        asked.append(question)
        return asked.count
      }
      guard number <= answers.count else { throw AuthenticationFailure(.cancelled) }
      return answers[number - 1].flatMap { try? passcode($0) }
    }
  }

  private func reason(
    _ authenticator: Authenticator, _ constraints: AccessConstraints, mayAsk: Bool = true
  ) -> AuthenticationFailure.Reason? {
    do throws(AuthenticationFailure) {
      _ = try authenticator.proof(
        for: constraints, reason: nil, having: nothing, mayAsk: mayAsk)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("The authenticator asks for the passcode once and for the application password once")
  func both() throws {
    try setPasscode()
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(
      keychain.client, prompter: prompter(["right", "open"], asked))
    let constraints: AccessConstraints = [.userPresence, .applicationPassword]
    let found = try authenticator.proof(
      for: constraints, reason: "to pay", having: nothing, mayAsk: true)
    #expect(try text(found.applicationPassword) == "open")
    #expect(found.passcode != nil)
    #expect(asked.withLock { $0.map(\.kind) } == [.passcode, .applicationPassword])
    #expect(asked.withLock { $0.map(\.reason) } == ["to pay", "to pay"])
    // All required proofs exist, so the authenticator does not ask.
    let again = try authenticator.proof(
      for: constraints, reason: nil, having: found, mayAsk: false)
    #expect(again === found)
  }

  @Test("After a wrong passcode, the authenticator says so and asks again")
  func wrongThenRight() throws {
    try setPasscode()
    let script = try ScriptedPinentry(
      "case $tries in 1) echo 'D wrong-one';; 2) ;; *) echo 'D right';; esac; echo OK")
    let authenticator = Authenticator(keychain.client, prompter: script.pinentry())
    #expect(reason(authenticator, .devicePasscode) == nil)
    #expect(
      try script.lines("told").filter { $0.hasPrefix("SETERROR") } == [
        "SETERROR The passcode is wrong. Try again.", "SETERROR Nothing was typed.",
      ])
  }

  private func newPassword(
    _ answers: [String?]
  ) throws -> (AuthenticationFailure.Reason?, [PromptQuestion]) {
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(keychain.client, prompter: prompter(answers, asked))
    let found: AccessProof
    do throws(AuthenticationFailure) {
      found = try authenticator.proof(
        for: .applicationPassword, isNew: true, reason: nil, having: nothing, mayAsk: true)
    } catch {
      return (error.reason, asked.withLock { $0 })
    }
    #expect(try text(found.applicationPassword) == "open")
    return (nil, asked.withLock { $0 })
  }

  @Test("A new password is asked for twice, and again if the two answers differ")
  func newPasswords() throws {
    let twice: [PromptQuestion.Kind] = [.newApplicationPassword, .repeatedApplicationPassword]
    let (reason, asked) = try newPassword(["open", "open"])
    #expect(reason == nil && asked.map(\.kind) == twice)
    #expect(asked.allSatisfy { $0.problem == nil && $0.text.hasPrefix("The program \"/") })
    #expect(Set(asked.map(\.text)).count == 2)
    let (again, askedAgain) = try newPassword([
      "opem", "open", nil, "open", "open",
    ])
    #expect(again == nil && askedAgain.map(\.kind) == twice + [twice[0]] + twice)
    #expect(
      askedAgain.map(\.problem) == [
        nil, nil, "That was not the same password twice. Try again.", "Nothing was typed.", nil,
      ])
    #expect(try newPassword(["a", "b", "a", nil, "aa", "a", "open", "open"]).0 == .failed)
    #expect(try newPassword(["open"]).0 == .cancelled)
  }

  @Test("A proof from before the passcode was changed or removed is not accepted")
  func staleProof() throws {
    try setPasscode()
    let stale = AccessProof(
      passcode: try keychain.client.provePasscode(passcode("right")))
    let authenticator = Authenticator(keychain.client, prompter: prompter(["right"]))
    let constraints = AccessConstraints.userPresence
    #expect(
      try authenticator.proof(for: constraints, reason: nil, having: stale, mayAsk: false)
        === stale)
    _ = try keychain.changePasscode(from: passcode("right"), to: passcode("left"))
    let unproven = #expect(throws: AuthenticationFailure.self) {
      try authenticator.proof(for: constraints, reason: nil, having: stale, mayAsk: false)
    }
    #expect(unproven?.reason == .notInteractive)
    try keychain.removePasscode(passcode("left"))
    let none = #expect(throws: AuthenticationFailure.self) {
      try authenticator.proof(for: constraints, reason: nil, having: stale, mayAsk: true)
    }
    #expect(none?.reason == .passcodeNotSet)
    try setPasscode()
    let found = try authenticator.proof(
      for: constraints, reason: nil, having: stale, mayAsk: true)
    #expect(found.passcode !== stale.passcode)
    let proven = try #require(found.passcode)
    #expect(try proven.isCurrent())
  }

  @Test("After three wrong passcodes, the authenticator fails")
  func threeTries() throws {
    try setPasscode()
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(
      keychain.client, prompter: prompter(["a", "b", "c", "right"], asked))
    #expect(reason(authenticator, .userPresence) == .failed)
    #expect(asked.withLock(\.count) == 3)
  }

  @Test("The authenticator does not ask while the keychain delays further passcodes")
  func mustWait() throws {
    let keychain = machine.process()
    _ = try keychain.setPasscode(passcode("right"))
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(
      keychain.client,
      prompter: prompter(Array(repeating: "wrong", count: 7) + ["right"], asked))
    #expect(reason(authenticator, .userPresence) == .failed)
    #expect(reason(authenticator, .userPresence) == .failed)
    #expect(asked.withLock(\.count) == 6)
    #expect(reason(authenticator, .userPresence) == .mustWait)
    #expect(asked.withLock(\.count) == 6)
    // After one more wrong passcode, the authenticator does not ask a second time.
    machine.clock.pass(seconds: 1)
    #expect(reason(authenticator, .userPresence) == .mustWait)
    #expect(asked.withLock(\.count) == 7)
    machine.clock.pass(seconds: 5)
    #expect(reason(authenticator, .userPresence) == nil)
    #expect(asked.withLock(\.count) == 8)
  }

  @Test("The authenticator does not ask for biometry")
  func biometry() throws {
    try setPasscode()
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(keychain.client, prompter: prompter(["right"], asked))
    for constraints in [
      .biometryAny, .biometryCurrentSet, .companion, [.biometryAny, .applicationPassword],
      [.biometryAny, .devicePasscode],
    ] as [AccessConstraints] {
      #expect(reason(authenticator, constraints) == .biometryNotAvailable)
    }
    #expect(asked.withLock(\.isEmpty))
    let either = AccessConstraints(
      rawValue: AccessConstraints.biometryAny.rawValue | AccessConstraints.devicePasscode.rawValue
        | 1 << 14)
    #expect(reason(authenticator, either) == nil)
  }

  @Test("The authenticator does not ask for a passcode if none is set")
  func noPasscode() {
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(keychain.client, prompter: prompter(["right"], asked))
    #expect(reason(authenticator, .userPresence) == .passcodeNotSet)
    #expect(reason(authenticator, [.userPresence, .applicationPassword]) == .passcodeNotSet)
    #expect(asked.withLock(\.isEmpty))
  }

  @Test("The authenticator does not ask if questions are forbidden")
  func notInteractive() throws {
    try setPasscode()
    let asked = ForkSafeMutex<[PromptQuestion]>([])
    let authenticator = Authenticator(keychain.client, prompter: prompter(["right"], asked))
    #expect(reason(authenticator, .userPresence, mayAsk: false) == .notInteractive)
    #expect(reason(authenticator, .applicationPassword, mayAsk: false) == .notInteractive)
    #expect(reason(authenticator, [], mayAsk: false) == nil)
    #expect(reason(authenticator, .privateKeyUsage, mayAsk: false) == nil)
    #expect(asked.withLock(\.isEmpty))
  }

  @Test("The authenticator reports that the person or the program cancelled the question")
  func ended() throws {
    try setPasscode()
    #expect(
      reason(Authenticator(keychain.client, prompter: prompter([])), .userPresence) == .cancelled)
    let authenticator = Authenticator(keychain.client, prompter: prompter(["right"]))
    authenticator.cancel()
    #expect(reason(authenticator, .userPresence) == .appCancelled)
  }

  @Test("The answer to a cancelled question is ignored")
  func endedWhileAsking() throws {
    try setPasscode()
    let own = ForkSafeMutex<Authenticator?>(nil)
    let authenticator = Authenticator(
      keychain.client,
      prompter: ClosurePrompter { (_) throws(AuthenticationFailure) in
        own.withLock { $0 }?.cancel()
        return try? passcode("right")
      })
    own.withLock { $0 = authenticator }
    #expect(reason(authenticator, .userPresence) == .appCancelled)
    own.withLock { $0 = nil }
  }

  @Test("A typed password occurs neither in the log nor in an error")
  func leaks() throws {
    try setPasscode()
    let script = try ScriptedPinentry("echo 'D c0nfidential'; echo OK")
    let authenticator = Authenticator(keychain.client, prompter: script.pinentry())
    let sink = RecordingSink()
    var sentence = ""
    Log.capturing(to: sink) {
      do throws(AuthenticationFailure) {
        _ = try authenticator.proof(
          for: [.userPresence], reason: nil, having: nothing, mayAsk: true)
      } catch {
        sentence = error.keychainError.description
      }
    }
    #expect(!sentence.isEmpty && sentence.firstRange(of: "c0nfidential") == nil)
    #expect(sink.text.firstRange(of: "c0nfidential") == nil)
    for name in ["arguments", "environment", "told"] {
      #expect(try script.lines(name).allSatisfy { $0.firstRange(of: "c0nfidential") == nil })
    }
  }

  @Test(
    "Every authentication failure has a status",
    arguments: AuthenticationFailure.Reason.allCases)
  func statuses(reason: AuthenticationFailure.Reason) {
    let expected: Int32 =
      switch reason {
      case .cancelled: -128
      case .notInteractive: -25308
      default: -25293
      }
    let failure = AuthenticationFailure(reason)
    #expect(failure.keychainError.code.rawValue == expected)
    #expect(!failure.sentence.isEmpty)
  }
}
