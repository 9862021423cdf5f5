import Foundation
import Keychain
import LocalAuthentication
import LockTestSupport
import Security
import Testing

@Suite("LAContext in a keychain without a passcode")
struct LocalAuthenticationTests {
  /// The owner of the keychain's folder. When the machine is deinitialized, the folder is removed.
  private let machine: TestMachine
  private let keychain: KeychainContext

  init() throws {
    machine = try TestMachine()
    keychain = KeychainContext(machine.process(), Caller(accessGroups: ["app"]))
  }

  static let refusals: [(LAPolicy, LAError.Code)] = [
    (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
    (.deviceOwnerAuthentication, .passcodeNotSet),
    (.deviceOwnerAuthenticationWithWatch, .watchNotAvailable),
    (.deviceOwnerAuthenticationWithBiometricsOrWatch, .biometryNotAvailable),
  ]

  @Test("canEvaluatePolicy reports why a policy cannot succeed", arguments: refusals)
  func canEvaluate(policy: LAPolicy, code: LAError.Code) throws {
    try KeychainContext.$current.withValue(keychain) {
      var error: NSError?
      #expect(!LAContext().canEvaluatePolicy(policy, error: &error))
      let found = try #require(error)
      #expect(found.domain == LAErrorDomain)
      #expect(found.code == code.rawValue)
      #expect(LAError(_nsError: found).code == code)
      #expect(!LAContext().canEvaluatePolicy(policy, error: nil))
    }
  }

  @Test("evaluatePolicy replies with the same reason as canEvaluatePolicy", arguments: refusals)
  func evaluate(policy: LAPolicy, code: LAError.Code) async {
    let reply = await KeychainContext.$current.withValue(keychain) {
      let context = LAContext()
      return await withCheckedContinuation { continuation in
        context.evaluatePolicy(policy, localizedReason: "why") { success, error in
          continuation.resume(returning: success ? nil : (error as? LAError)?.code)
        }
      }
    }
    #expect(reply == code)
  }

  @Test("The asynchronous evaluatePolicy throws the same reason as canEvaluatePolicy", arguments: refusals)
  func evaluateThrowing(policy: LAPolicy, code: LAError.Code) async {
    let error = await #expect(throws: LAError.self) {
      try await KeychainContext.$current.withValue(keychain) {
        try await LAContext().evaluatePolicy(policy, localizedReason: "why")
      }
    }
    #expect(error?.code == code)
    #expect(error?.localizedDescription.isEmpty == false)
  }

  @Test("evaluatePolicy returns before it replies")
  func replyIsAsynchronous() {
    // This thread holds `lock` during the call. If the reply block ran before the call returned, the block would wait
    // for `lock` forever.
    let lock = NSLock()
    let called = DispatchSemaphore(value: 0)
    lock.lock()
    KeychainContext.$current.withValue(keychain) {
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why") { _, _ in
        lock.lock()
        lock.unlock()
        called.signal()
      }
    }
    lock.unlock()
    called.wait()
  }

  @Test("An invalidated context fails with invalidContext")
  func invalidate() async {
    let context = LAContext()
    context.invalidate()
    context.invalidate()
    var error: NSError?
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
    #expect(error?.code == LAError.invalidContext.rawValue)
    let thrown = await #expect(throws: LAError.self) {
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "why")
    }
    #expect(thrown?.code == .invalidContext)
  }

  @Test("A context has no biometry")
  func nothingToOffer() {
    let context = LAContext()
    #expect(context.biometryType == .none)
    #expect(context.evaluatedPolicyDomainState == nil)
  }

  @Test("A context keeps an application password, and rejects other credentials")
  func credentials() {
    let context = LAContext()
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(Data([1]), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data(), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data([1]), type: .smartCardPIN))
    #expect(!context.isCredentialSet(.smartCardPIN))
    #expect(context.setCredential(nil, type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
    context.invalidate()
    #expect(!context.setCredential(Data([1]), type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
  }

  @Test("The reuse duration is limited to five minutes")
  func reuseDuration() {
    let context = LAContext()
    for (given, kept) in [(10, 10), (300, 300), (301, 300), (.infinity, 300), (-1, 0), (.nan, 0)]
      as [(TimeInterval, TimeInterval)]
    {
      context.touchIDAuthenticationAllowableReuseDuration = given
      #expect(context.touchIDAuthenticationAllowableReuseDuration == kept)
    }
  }

  @Test("Errors can be compared, and can be members of sets")
  func errorsAsValues() {
    #expect(LAError(.userCancel) == LAError(.userCancel))
    #expect(LAError(.userCancel) != LAError(.appCancel))
    #expect(LAError(.userCancel).hashValue == LAError(.userCancel).hashValue)
    #expect(Set([LAError(.userCancel), LAError(.userCancel), LAError(.appCancel)]).count == 2)
  }

  @Test(
    "Errors have the numbers of Apple's platforms",
    arguments: [
      (.authenticationFailed, -1), (.userCancel, -2), (.userFallback, -3), (.systemCancel, -4),
      (.passcodeNotSet, -5), (.biometryNotAvailable, -6), (.touchIDNotAvailable, -6),
      (.biometryNotEnrolled, -7), (.biometryLockout, -8), (.appCancel, -9),
      (.invalidContext, -10), (.watchNotAvailable, -11), (.notInteractive, -1004),
    ] as [(LAError.Code, Int)])
  func errorNumbers(code: LAError.Code, number: Int) {
    #expect(code.rawValue == number)
    #expect((LAError(code) as NSError).code == number)
    #expect((LAError(code) as NSError).domain == "com.apple.LocalAuthentication")
  }
}
