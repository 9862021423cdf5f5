import Foundation
import Keychain
import KeychainModel
import KeychainPrompt
import LockTestSupport
import Security
import TestSupport
import Testing

@testable import LocalAuthentication

@Suite("LAContext in a keychain with a passcode")
struct EvaluationTests {
  enum Answer: Sendable {
    case text(String)
    case refusal(AuthenticationFailure.Reason)
  }

  private let machine: TestMachine
  private let service: LocalKeychain
  private let asked = ForkSafeMutex<[PromptQuestion]>([])

  init() throws {
    machine = try TestMachine()
    service = machine.process()
    _ = try service.setPasscode(passcode("right"))
  }

  /// Returns a keychain context whose person gives these answers, in order. Later questions are cancelled.
  private func keychain(
    _ answers: [Answer], before: @escaping @Sendable () -> Void = {},
    mayAsk: @escaping @Sendable () -> Bool = { true }
  ) -> KeychainContext {
    let asked = asked
    return KeychainContext(
      service, Caller(accessGroups: ["app"]),
      prompter: {
        ClosurePrompter { (question) throws(AuthenticationFailure) in
          let number = asked.withLock { asked in
            asked.append(question)
            return asked.count
          }
          before()
          guard number <= answers.count else { throw AuthenticationFailure(.cancelled) }
          switch answers[number - 1] {
          case .text(let text): return try? passcode(text)
          case .refusal(let reason): throw AuthenticationFailure(reason)
          }
        }
      }, mayAsk: mayAsk)
  }

  private var questions: [PromptQuestion.Kind] { asked.withLock { $0.map(\.kind) } }

  private func evaluate(
    _ context: LAContext, _ keychain: KeychainContext,
    _ policy: LAPolicy = .deviceOwnerAuthentication
  ) async -> LAError.Code? {
    await withCheckedContinuation { continuation in
      KeychainContext.$current.withValue(keychain) {
        context.evaluatePolicy(policy, localizedReason: "to pay") { success, error in
          continuation.resume(returning: success ? nil : (error as? LAError)?.code)
        }
      }
    }
  }

  private func access(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    )
  }

  private func evaluate(
    _ access: SecAccessControl, _ context: LAContext, _ keychain: KeychainContext,
    _ operation: LAAccessControlOperation = .useItem
  ) async -> LAError.Code? {
    do {
      let result = try await KeychainContext.$current.withValue(keychain) {
        try await context.evaluateAccessControl(
          access, operation: operation, localizedReason: "to pay")
      }
      return result ? nil : .invalidDimensions
    } catch {
      return (error as? LAError)?.code ?? .invalidDimensions
    }
  }

  @Test("A context asks for the passcode until the passcode is right, and then keeps the proof")
  func once() async throws {
    let context = LAContext()
    let keychain = keychain([.text("wrong"), .text("right")])
    #expect(
      KeychainContext.$current.withValue(keychain) {
        context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
      })
    #expect(questions.isEmpty)
    #expect(await evaluate(context, keychain) == nil)
    #expect(questions == [.passcode, .passcode])
    #expect(asked.withLock { $0.map(\.reason) } == ["to pay", "to pay"])
    #expect(context.proof.passcode != nil)
    // The context has the proof, so it does not ask again.
    #expect(await evaluate(context, keychain) == nil)
    context.interactionNotAllowed = true
    #expect(await evaluate(context, keychain) == nil)
    #expect(questions.count == 2)
    // A new context contains no passcode, so the evaluation asks the person. The person cancels the question.
    #expect(await evaluate(LAContext(), keychain) == .userCancel)
  }

  @Test(
    "A failed evaluation reports its reason",
    arguments: [
      ([.text("a"), .text("b"), .text("c")], .authenticationFailed),
      ([.refusal(.cancelled)], .userCancel), ([.refusal(.fallback)], .userFallback),
      ([.refusal(.notInteractive)], .notInteractive), ([.refusal(.mustWait)], .biometryLockout),
      ([.text("a"), .refusal(.cancelled)], .userCancel),
    ] as [([Answer], LAError.Code)])
  func failures(answers: [Answer], code: LAError.Code) async {
    let context = LAContext()
    #expect(await evaluate(context, keychain(answers)) == code)
    #expect(context.proof.passcode == nil)
  }

  @Test("After the process forbids questions, a waiting evaluation fails without a question")
  func forbiddenMeanwhile() async {
    let mayAsk = ForkSafeMutex(true)
    let context = LAContext()
    let state = context.state
    let keychain = keychain(
      [.text("wrong"), .text("right"), .text("right")],
      before: {
        // One of the two evaluations asks this question. The other evaluation waits for the answer.
        #expect(holds { state.waitingCount == 1 })
        mayAsk.withLock { $0 = false }
      }, mayAsk: { mayAsk.withLock { $0 } })
    let codes = ForkSafeMutex<[LAError.Code?]>([])
    await withCheckedContinuation { continuation in
      KeychainContext.$current.withValue(keychain) {
        for _ in 1...2 {
          context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to pay") {
            success, error in
            let count = codes.withLock { codes in
              codes.append(success ? nil : (error as? LAError)?.code)
              return codes.count
            }
            if count == 2 { continuation.resume() }
          }
        }
      }
    }
    #expect(codes.withLock { $0 } == [.notInteractive, .notInteractive])
    #expect(questions == [.passcode])
    #expect(await evaluate(LAContext(), keychain) == .notInteractive)
    #expect(questions == [.passcode])
  }

  @Test("A context does not ask for biometry, and does not ask while questions are forbidden")
  func noQuestion() async throws {
    let context = LAContext()
    let keychain = keychain([.text("right")])
    #expect(
      await evaluate(context, keychain, .deviceOwnerAuthenticationWithBiometrics)
        == .biometryNotAvailable)
    #expect(await evaluate(try access(.biometryAny), context, keychain) == .biometryNotAvailable)
    context.interactionNotAllowed = true
    #expect(await evaluate(context, keychain) == .notInteractive)
    #expect(questions.isEmpty)
  }

  @Test("A context asks only for the required proofs that it lacks")
  func accessControl() async throws {
    let guarded = try access([.userPresence, .applicationPassword])
    let keychain = keychain([.text("right"), .text("open"), .text("right")])
    let context = LAContext()
    #expect(await evaluate(guarded, context, keychain) == nil)
    #expect(questions == [.passcode, .applicationPassword])
    #expect(context.proof.applicationPassword != nil)
    #expect(!context.isCredentialSet(.applicationPassword))
    let other = LAContext()
    other.setCredential(Data("open".utf8), type: .applicationPassword)
    #expect(await evaluate(guarded, other, keychain) == nil)
    #expect(questions == [.passcode, .applicationPassword, .passcode])
    #expect(await evaluate(try access([]), LAContext(), keychain) == nil)
    #expect(questions.count == 3)
  }

  @Test("Invalidating a context ends its evaluation and removes its proof")
  func invalidateWhileAsking() async throws {
    let context = ForkSafeMutex<LAContextBox?>(nil)
    let box = LAContextBox()
    context.withLock { $0 = box }
    let keychain = keychain([.text("right")]) { context.withLock { $0 }?.context.invalidate() }
    #expect(await evaluate(box.context, keychain) == .appCancel)
    #expect(box.context.proof.passcode == nil)
    #expect(await evaluate(box.context, keychain) == .invalidContext)
    #expect(questions.count == 1)
  }

  @Test("Invalidating a context releases its proof")
  func wiped() async throws {
    let context = LAContext()
    #expect(await evaluate(context, keychain([.text("right")])) == nil)
    weak let key = context.proof.passcode
    #expect(key != nil)
    context.invalidate()
    #expect(key == nil)
    #expect(context.proof.passcode == nil)
  }

  @Test("A context gives its proof to calls, and asks with its own reason and titles")
  func satisfying() throws {
    let context = LAContext()
    context.localizedReason = "its own words"
    context.localizedCancelTitle = "Not now"
    try KeychainContext.$current.withValue(keychain([.text("right"), .text("open")])) {
      let first = try context.satisfy(.userPresence, isNew: false, reason: nil, mayAsk: true)
      #expect(first.passcode != nil)
      #expect(
        try context.satisfy(.userPresence, isNew: false, reason: nil, mayAsk: false) === first)
      #expect(throws: AuthenticationFailure.self) {
        try context.satisfy(.applicationPassword, isNew: false, reason: nil, mayAsk: false)
      }
      let both = try context.satisfy(
        .applicationPassword, isNew: false, reason: "the call's", mayAsk: true)
      #expect(both.passcode === first.passcode)
      #expect(context.proof === both)
      context.invalidate()
      let failure = #expect(throws: AuthenticationFailure.self) {
        try context.satisfy(.userPresence, isNew: false, reason: nil, mayAsk: true)
      }
      #expect(failure?.reason == .invalidated)
    }
    #expect(asked.withLock { $0.map(\.reason) } == ["its own words", "the call's"])
    #expect(asked.withLock { $0.first?.titles.cancel } == "Not now")
  }

  @Test("Calls with a context ask once, and fail with a wrong password")
  func items() throws {
    let context = LAContext()
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecReturnData: true,
    ]
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecValueData: Data("x".utf8),
      kSecAttrAccessControl: try access([.userPresence, .applicationPassword]),
    ]
    func find(_ context: LAContext) -> OSStatus {
      var result: CFTypeRef?
      let extra: [CFString: Any] = [kSecUseAuthenticationContext: context]
      return SecItemCopyMatching(query.merging(extra) { $1 } as CFDictionary, &result)
    }
    KeychainContext.$current.withValue(keychain([.text("right"), .refusal(.cancelled)])) {
      #expect(context.setCredential(Data("open".utf8), type: .applicationPassword))
      let extra: [CFString: Any] = [kSecUseAuthenticationContext: context]
      #expect(SecItemAdd(item.merging(extra) { $1 } as CFDictionary, nil) == errSecSuccess)
      let before = questions.count
      #expect(find(context) == errSecSuccess)
      #expect(find(context) == errSecSuccess)
      #expect(before == 0 && questions == [.passcode])
      context.setCredential(Data("wrong".utf8), type: .applicationPassword)
      #expect(find(context) == errSecAuthFailed)
      let other = LAContext()
      #expect(find(other) == errSecUserCanceled)
      other.interactionNotAllowed = true
      #expect(find(other) == errSecInteractionNotAllowed)
      other.invalidate()
      #expect(find(other) == errSecAuthFailed)
      #expect(questions == [.passcode, .passcode])
    }
  }

  private func password(
    _ name: String, with context: LAContext?
  ) throws -> [CFString: Any] {
    var item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: name,
      kSecAttrAccessControl: try access(.applicationPassword),
    ]
    item[kSecUseAuthenticationContext] = context
    return item
  }

  @Test("A new application password is asked for twice, and the password of an existing item once")
  func newPassword() async throws {
    let answers = ["open", "opem", "open", "open", "open", "open"].map { Answer.text($0) }
    let keychain = keychain(answers)
    try KeychainContext.$current.withValue(keychain) {
      // Without a context, the prompter of the keychain asks.
      #expect(SecItemAdd(try password("s", with: nil) as CFDictionary, nil) == errSecSuccess)
      #expect(
        questions == [
          .newApplicationPassword, .repeatedApplicationPassword, .newApplicationPassword,
          .repeatedApplicationPassword,
        ])
      var query = try password("s", with: nil)
      query[kSecAttrAccessControl] = nil
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
      #expect(questions.last == .applicationPassword && questions.count == 5)
    }
    let other = LAContext()
    let access = try access(.applicationPassword)
    let created: LAError.Code? = await withCheckedContinuation { continuation in
      KeychainContext.$current.withValue(keychain) {
        other.evaluateAccessControl(access, operation: .createItem, localizedReason: "") {
          continuation.resume(returning: $0 ? nil : ($1 as? LAError)?.code)
        }
      }
    }
    #expect(created == .userCancel)
    #expect(questions.suffix(2) == [.newApplicationPassword, .repeatedApplicationPassword])
  }

  @Test("A password that was typed once protects a new item only after it has opened an item")
  func typedOnce() async throws {
    let answers = ["opem", "open", "open", "open"].map { Answer.text($0) }
    let keychain = keychain(answers)
    let guarded = try access(.applicationPassword)
    let context = LAContext()
    #expect(await evaluate(guarded, context, keychain) == nil)
    try KeychainContext.$current.withValue(keychain) {
      #expect(SecItemAdd(try password("s", with: context) as CFDictionary, nil) == errSecSuccess)
      let twice: [PromptQuestion.Kind] = [.newApplicationPassword, .repeatedApplicationPassword]
      #expect(questions == [.applicationPassword] + twice)
      // The person has typed the same password twice in `context`. Therefore, the password can protect another item
      // without a new question.
      #expect(SecItemAdd(try password("t", with: context) as CFDictionary, nil) == errSecSuccess)
      #expect(questions.count == 3)
      // In the context `other`, the person types the password only once. The password opens an item, so it is correct,
      // and can protect a new item without a second question.
      let other = LAContext()
      var query = try password("s", with: other)
      query[kSecAttrAccessControl] = nil
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
      #expect(SecItemAdd(try password("u", with: other) as CFDictionary, nil) == errSecSuccess)
      #expect(questions.last == .applicationPassword && questions.count == 4)
      query[kSecUseAuthenticationContext] = context
      query[kSecAttrService] = "u"
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
      #expect(questions.count == 4)
    }
  }

  @Test("A context asks twice for a password that protects a new item, even if the password was typed once before")
  func evaluatedForUseAndThenToCreate() async throws {
    let answers = ["opem", "right", "open", "open"].map { Answer.text($0) }
    let keychain = keychain(answers)
    let context = LAContext()
    #expect(await evaluate(try access(.applicationPassword), context, keychain) == nil)
    let both = try access([.userPresence, .applicationPassword])
    #expect(await evaluate(both, context, keychain, .createItem) == nil)
    #expect(
      questions == [
        .applicationPassword, .passcode, .newApplicationPassword, .repeatedApplicationPassword,
      ])
    #expect(await evaluate(both, context, keychain, .createKey) == nil)
    #expect(await evaluate(both, context, keychain) == nil)
    let program = LAContext()
    program.setCredential(Data("open".utf8), type: .applicationPassword)
    let guarded = try access(.applicationPassword)
    #expect(await evaluate(guarded, program, keychain, .createItem) == nil)
    #expect(questions.count == 4)
  }

  @Test("A wrong typed password is asked for again, and a wrong password of the program is kept")
  func wrongPassword() throws {
    let answers = ["open", "open", "wrong", "open"].map { Answer.text($0) }
    try KeychainContext.$current.withValue(keychain(answers)) {
      #expect(SecItemAdd(try password("s", with: nil) as CFDictionary, nil) == errSecSuccess)
      let context = LAContext()
      var query = try password("s", with: context)
      query[kSecAttrAccessControl] = nil
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecAuthFailed)
      #expect(context.proof.applicationPassword == nil)
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
      #expect(questions.suffix(2) == [.applicationPassword, .applicationPassword])
      #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
      #expect(questions.count == 4)
      let program = LAContext()
      program.setCredential(Data("wrong".utf8), type: .applicationPassword)
      query[kSecUseAuthenticationContext] = program
      for _ in 0..<2 {
        #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecAuthFailed)
      }
      #expect(program.isCredentialSet(.applicationPassword) && questions.count == 4)
    }
  }

  @Test("A context asks for the passcode that replaced the proven one")
  func staleProof() async throws {
    let context = LAContext()
    let keychain = keychain([.text("right"), .text("other")])
    #expect(await evaluate(context, keychain) == nil)
    try service.removePasscode(passcode("right"))
    #expect(await evaluate(context, keychain) == .passcodeNotSet)
    _ = try service.setPasscode(passcode("other"))
    #expect(await evaluate(context, keychain) == nil)
    #expect(questions.count == 2)
  }

  @Test("Several threads that need the same proof cause one question")
  func threads() async {
    let box = LAContextBox()
    let state = box.context.state
    let keychain = keychain([.text("right")]) { #expect(holds { state.waitingCount == 3 }) }
    await withTaskGroup(of: LAError.Code?.self) { group in
      for _ in 0..<4 { group.addTask { await evaluate(box.context, keychain) } }
      for await code in group { #expect(code == nil) }
    }
    #expect(questions.count == 1)
  }
}

/// Passes a context to several threads. `@unchecked Sendable` is correct, because several threads may use one
/// `LAContext`. The tests check this guarantee.
final class LAContextBox: @unchecked Sendable {
  let context = LAContext()
}
