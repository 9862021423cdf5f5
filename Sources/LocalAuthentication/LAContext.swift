public import Foundation
import KeychainCrypto
public import Security

/// An authentication of the user, in the shape of Apple's class.
///
/// There is no biometry here and no paired device. What a person can prove is that they know the
/// keychain's passcode: they are asked for it through a pinentry, or by the program
/// (`KeychainPrompts` of `LatchkeyAdministration`). Where no passcode is set, evaluations fail with
/// `passcodeNotSet`. No evaluation succeeds without a proof.
///
/// What was proven once in a context counts for it until ``invalidate()``, or until nobody holds it any
/// more: later evaluations, and the calls that it is given to (`kSecUseAuthenticationContext`), do not
/// ask again.
///
/// Every method may be called from any thread, also while another waits for a person; the properties
/// too.
open class LAContext: NSObject {
  let state = ContextState()

  /// Makes a context in which nothing was proven.
  public override init() {
    super.init()
  }

  // MARK: What a prompt says

  /// Why the user is asked, in calls that the context is given to: the program's words, shown as a
  /// quotation.
  open var localizedReason: String {
    get { state.settings.withLock(\.localizedReason) }
    set { state.settings.withLock { $0.localizedReason = newValue } }
  }

  /// The title of a prompt's fallback button; nil for the usual one. A pinentry has no such button.
  open var localizedFallbackTitle: String? {
    get { state.settings.withLock(\.localizedFallbackTitle) }
    set { state.settings.withLock { $0.localizedFallbackTitle = newValue } }
  }

  /// The title of a prompt's cancel button; nil for the usual one.
  open var localizedCancelTitle: String? {
    get { state.settings.withLock(\.localizedCancelTitle) }
    set { state.settings.withLock { $0.localizedCancelTitle = newValue } }
  }

  /// Whether what would need a prompt fails instead: evaluations with `notInteractive`, calls with
  /// `errSecInteractionNotAllowed`.
  open var interactionNotAllowed: Bool {
    get { state.settings.withLock(\.interactionNotAllowed) }
    set { state.settings.withLock { $0.interactionNotAllowed = newValue } }
  }

  /// For how many seconds unlocking the device with biometry would count as an authentication: 0 to
  /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``, to which a larger number is cut. Kept
  /// without effect.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { state.settings.withLock(\.reuseDuration) }
    set {
      let limit = LATouchIDAuthenticationMaximumAllowableReuseDuration
      state.settings.withLock { $0.reuseDuration = newValue > 0 ? min(newValue, limit) : 0 }
    }
  }

  // MARK: Biometry

  /// The biometry of the device: none.
  open var biometryType: LABiometryType { .none }

  /// The state of the enrolled biometry after an evaluation: nil, as there is none.
  open var evaluatedPolicyDomainState: Data? { nil }

  // MARK: Evaluating

  /// Whether evaluating the policy can succeed: `deviceOwnerAuthentication` where the keychain has a
  /// passcode. Nobody is asked, and nobody looks whether somebody could be.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - error: Where to leave the error of domain `LAErrorDomain` that evaluating would give:
  ///     `passcodeNotSet`, `biometryNotAvailable` or `watchNotAvailable`, by the policy;
  ///     `invalidContext` after ``invalidate()``; `authenticationFailed` when the keychain cannot be
  ///     opened.
  /// - Returns: Whether it can.
  @discardableResult
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    do throws(LAError) {
      _ = try keychain(for: policy)
      return true
    } catch let refusal {
      error?.pointee = refusal._nsError
      return false
    }
  }

  /// Authenticates the user.
  ///
  /// - Parameters:
  ///   - policy: The policy. Only `deviceOwnerAuthentication` can succeed: the user is asked for the
  ///     keychain's passcode, up to three times, unless it was proven in this context before.
  ///   - localizedReason: What the program needs it for, shown as a quotation.
  ///   - reply: Called once, later and on a queue of the library, with true and nil; or with false and an
  ///     `LAError`: what ``canEvaluatePolicy(_:error:)`` gives, `userCancel` when the user dismissed the
  ///     question, `authenticationFailed` after three wrong passcodes or when nobody answered within two
  ///     minutes, `biometryLockout` while the keychain makes wait after too many wrong ones,
  ///     `notInteractive` when nobody may or can be asked, `appCancel` after ``invalidate()``.
  @preconcurrency open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String,
    reply: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    // Looked for in this thread: a test has a keychain of its own in it.
    let keychain = Result { () throws(LAError) in try self.keychain(for: policy) }
    evaluate(.userPresence, reason: localizedReason, keychain, reply)
  }

  /// Authenticates the user, as ``evaluatePolicy(_:localizedReason:reply:)``.
  ///
  /// - Returns: True.
  /// - Throws: An `LAError`.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluatePolicy(policy, localizedReason: localizedReason) { success, error in
        continuation.resume(with: Self.result(success, error))
      }
    }
  }

  /// Has everything proven that an access control asks for, so that calls with this context can use items
  /// under it without asking.
  ///
  /// - Parameters:
  ///   - accessControl: The access control.
  ///   - operation: What it is for. The same is asked for each; a password twice, where an item or a key
  ///     is to be made, unless it has opened an item.
  ///   - localizedReason: What the program needs it for, shown as a quotation.
  ///   - reply: Called as by ``evaluatePolicy(_:localizedReason:reply:)``, with `biometryNotAvailable`
  ///     for an access control that only biometry or a paired device satisfies.
  @preconcurrency open func evaluateAccessControl(
    _ accessControl: SecAccessControl,
    operation: LAAccessControlOperation,
    localizedReason: String,
    reply: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    let keychain = Result { () throws(LAError) in try self.keychain() }
    evaluate(
      accessControl.constraints, isNew: operation == .createItem || operation == .createKey,
      reason: localizedReason, keychain, reply)
  }

  /// Has everything proven that an access control asks for, as
  /// ``evaluateAccessControl(_:operation:localizedReason:reply:)``.
  ///
  /// - Returns: True.
  /// - Throws: An `LAError`.
  @discardableResult
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluateAccessControl(
        accessControl, operation: operation, localizedReason: localizedReason
      ) { success, error in
        continuation.resume(with: Self.result(success, error))
      }
    }
  }

  /// Ends the context and wipes what was proven in it. Evaluations that wait for the user fail with
  /// `appCancel`, and their prompt goes; later ones fail with `invalidContext`, calls that the context is
  /// given to with `errSecAuthFailed`.
  ///
  /// A prompt of the program itself cannot be taken away: the evaluation fails when it is answered.
  open func invalidate() {
    state.invalidate()
  }

  // MARK: Credentials

  /// Supplies a credential, which nobody is asked for then.
  ///
  /// - Parameters:
  ///   - credential: For `applicationPassword` the password that items are guarded by, 1 byte to 1 MiB;
  ///     nil to forget the one that the context has.
  ///   - type: Only `applicationPassword` is taken.
  /// - Returns: Whether it was taken: false for another type, for an empty or too large credential, and
  ///   after ``invalidate()``.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    guard type == .applicationPassword else { return false }
    guard let credential else { return state.setPassword(nil) }
    guard let password = try? credential.withUnsafeBytes({ try Passcode($0) }) else {
      return false
    }
    return state.setPassword(password)
  }

  /// Whether the program has supplied a credential with ``setCredential(_:type:)``.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && state.isPasswordSet
  }
}

/// The longest that `touchIDAuthenticationAllowableReuseDuration` may be, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
