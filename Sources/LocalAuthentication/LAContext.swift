public import Foundation
import KeychainCrypto
public import Security

/// An authentication context, with the interface of Apple's class.
///
/// Latchkey supports neither biometry nor paired devices. An evaluation of a policy requires the passcode of the
/// keychain. If no passcode is set, the evaluation fails with `passcodeNotSet`. A pinentry program asks the user for
/// the passcode. A program can show its own prompts instead (`KeychainPrompts` of `LatchkeyAdministration`).
///
/// A proof stays valid in the context until ``invalidate()``, or until the context is deallocated. While a proof is
/// valid, Latchkey does not ask the user for this proof again: neither in evaluations with the context, nor in keychain
/// calls with the context in `kSecUseAuthenticationContext`.
///
/// Any thread may use all methods and properties, even while another thread waits for the user.
open class LAContext: NSObject {
  let state = ContextState()

  /// Makes a context without proofs.
  public override init() {
    super.init()
  }

  // MARK: Prompts

  /// The reason in the prompts of keychain calls with this context. The prompt shows the reason as a quotation.
  open var localizedReason: String {
    get { state.settings.withLock { $0.localizedReason } }
    set { state.settings.withLock { $0.localizedReason = newValue } }
  }

  /// The title of the fallback button in prompts. Nil selects the default title. Pinentry programs have no fallback
  /// button.
  open var localizedFallbackTitle: String? {
    get { state.settings.withLock { $0.localizedFallbackTitle } }
    set { state.settings.withLock { $0.localizedFallbackTitle = newValue } }
  }

  /// The title of the cancel button in prompts. Nil selects the default title.
  open var localizedCancelTitle: String? {
    get { state.settings.withLock { $0.localizedCancelTitle } }
    set { state.settings.withLock { $0.localizedCancelTitle = newValue } }
  }

  /// Whether prompts are forbidden. If prompts are forbidden, an evaluation that needs a prompt fails with
  /// `notInteractive`. A keychain call that needs a prompt fails with `errSecInteractionNotAllowed`.
  open var interactionNotAllowed: Bool {
    get { state.settings.withLock { $0.interactionNotAllowed } }
    set { state.settings.withLock { $0.interactionNotAllowed = newValue } }
  }

  /// The number of seconds for which unlocking the device with biometry is accepted as an authentication. Latchkey
  /// stores the value, but the value has no effect. The value is limited to the range from 0 to
  /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { state.settings.withLock { $0.reuseDuration } }
    set {
      let limit = LATouchIDAuthenticationMaximumAllowableReuseDuration
      state.settings.withLock { $0.reuseDuration = newValue > 0 ? min(newValue, limit) : 0 }
    }
  }

  // MARK: Biometry

  /// The kind of biometry of the device. The value is always `none`.
  open var biometryType: LABiometryType { .none }

  /// The state of the enrolled biometry after an evaluation. The value is always nil, because Latchkey does not support
  /// biometry.
  open var evaluatedPolicyDomainState: Data? { nil }

  // MARK: Evaluating

  /// Returns whether an evaluation of the policy can succeed. Only an evaluation of `deviceOwnerAuthentication` can
  /// succeed, and only if the keychain has a passcode. The method does not ask the user, and does not check whether a
  /// prompt is possible.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - error: Receives the error with which an evaluation would fail, in the domain `LAErrorDomain`. The error is
  ///     `passcodeNotSet`, `biometryNotAvailable` or `watchNotAvailable`, depending on the policy. The error is
  ///     `invalidContext` after ``invalidate()``. The error is `authenticationFailed` if the keychain cannot be opened.
  /// - Returns: Whether an evaluation can succeed.
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
  ///   - policy: The policy. Only `deviceOwnerAuthentication` can succeed. The method asks the user for the passcode of
  ///     the keychain, up to three times. The method does not ask the user if this context already has a proof of the
  ///     passcode.
  ///   - localizedReason: The reason. The prompt shows the reason as a quotation.
  ///   - reply: A closure that the library calls once, asynchronously, on a queue of the library. The arguments are
  ///     true and nil, or false and an `LAError`. The error is an error of ``canEvaluatePolicy(_:error:)`` or one of
  ///     these errors. `userCancel`: the user dismissed the prompt. `authenticationFailed`: the user gave three wrong
  ///     passcodes, or no answer within two minutes. `biometryLockout`: too many wrong passcodes delay the next
  ///     attempt. `notInteractive`: a prompt is forbidden or impossible. `appCancel`: ``invalidate()`` ended the
  ///     evaluation.
  @preconcurrency open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String,
    reply: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    // This code finds the keychain before the evaluation moves to another thread, because a test sets a keychain only
    // for its own task.
    let keychain = Result { () throws(LAError) in try self.keychain(for: policy) }
    evaluate(.userPresence, reason: localizedReason, keychain, reply)
  }

  /// Authenticates the user. This method is the asynchronous form of ``evaluatePolicy(_:localizedReason:reply:)``.
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

  /// Obtains all proofs that an access control requires. Later calls with this context can then use items with this
  /// access control without a prompt.
  ///
  /// - Parameters:
  ///   - accessControl: The access control.
  ///   - operation: The operation for which the proofs are obtained. Only `createItem` and `createKey` have an effect:
  ///     the user must type an application password twice, unless the password has already opened an item.
  ///   - localizedReason: The reason. The prompt shows the reason as a quotation.
  ///   - reply: A closure as in ``evaluatePolicy(_:localizedReason:reply:)``. The error is `biometryNotAvailable` for
  ///     an access control that only biometry or a paired device satisfies.
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

  /// Obtains all proofs that an access control requires. This method is the asynchronous form of
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

  /// Invalidates the context and wipes its proofs. Evaluations that wait for the user fail with `appCancel`, and their
  /// prompts are closed. Later evaluations fail with `invalidContext`. Keychain calls with this context fail with
  /// `errSecAuthFailed`.
  ///
  /// The method cannot close a prompt that the program itself shows. An evaluation with such a prompt fails after the
  /// user has answered the prompt.
  open func invalidate() {
    state.invalidate()
  }

  // MARK: Credentials

  /// Supplies a credential. The library then does not ask the user for the credential.
  ///
  /// - Parameters:
  ///   - credential: The application password of items, with a size of 1 byte to 1 MiB. A call to `keychaind` fails with
  ///     `errSecParam` (-50) if the password has more than 4096 bytes. Nil removes the application password from the
  ///     context.
  ///   - type: The type of the credential. The context accepts only `applicationPassword`.
  /// - Returns: Whether the context accepted the credential. The value is false for another type, for an empty
  ///   credential, for a credential of more than 1 MiB, and after ``invalidate()``.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    guard type == .applicationPassword else { return false }
    guard let credential else { return state.setPassword(nil) }
    guard let password = try? credential.withUnsafeBytes({ try Passcode($0) }) else {
      return false
    }
    return state.setPassword(password)
  }

  /// Returns whether the program has supplied a credential with ``setCredential(_:type:)``.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && state.isPasswordSet
  }
}

/// The maximum of `touchIDAuthenticationAllowableReuseDuration`, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
