public import Foundation
import KeychainCrypto
public import Security

/// An authentication context, with the interface of Apple's class.
///
/// There is no biometry here, and no paired device. The only proof is the keychain's passcode. A pinentry program asks
/// the user for it, or the program itself (`KeychainPrompts` of `LatchkeyAdministration`). If no passcode is set,
/// evaluations fail with `passcodeNotSet`. No evaluation succeeds without a proof.
///
/// A proof stays valid in the context until ``invalidate()``, or until the context is deallocated. Later evaluations
/// with the context, and calls with it as `kSecUseAuthenticationContext`, do not ask again.
///
/// Any thread may use all methods and properties, even while another thread waits for the user.
open class LAContext: NSObject {
  let state = ContextState()

  /// Makes a context without proofs.
  public override init() {
    super.init()
  }

  // MARK: Prompts

  /// The reason that the user is shown in keychain calls with this context. The prompt shows it as a quotation.
  open var localizedReason: String {
    get { state.settings.withLock(\.localizedReason) }
    set { state.settings.withLock { $0.localizedReason = newValue } }
  }

  /// The title of a prompt's fallback button; nil for the default. Pinentry programs have no such button.
  open var localizedFallbackTitle: String? {
    get { state.settings.withLock(\.localizedFallbackTitle) }
    set { state.settings.withLock { $0.localizedFallbackTitle = newValue } }
  }

  /// The title of a prompt's cancel button; nil for the default.
  open var localizedCancelTitle: String? {
    get { state.settings.withLock(\.localizedCancelTitle) }
    set { state.settings.withLock { $0.localizedCancelTitle = newValue } }
  }

  /// Whether prompts are forbidden. Then evaluations that need a prompt fail with `notInteractive`, and keychain calls
  /// with `errSecInteractionNotAllowed`.
  open var interactionNotAllowed: Bool {
    get { state.settings.withLock(\.interactionNotAllowed) }
    set { state.settings.withLock { $0.interactionNotAllowed = newValue } }
  }

  /// The number of seconds for which unlocking the device with biometry is accepted as an authentication. The value is
  /// stored, but has no effect here. It is limited to the range from 0 to
  /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { state.settings.withLock(\.reuseDuration) }
    set {
      let limit = LATouchIDAuthenticationMaximumAllowableReuseDuration
      state.settings.withLock { $0.reuseDuration = newValue > 0 ? min(newValue, limit) : 0 }
    }
  }

  // MARK: Biometry

  /// The kind of biometry of the device. It is always none.
  open var biometryType: LABiometryType { .none }

  /// The state of the enrolled biometry after an evaluation. It is always nil, because there is no biometry.
  open var evaluatedPolicyDomainState: Data? { nil }

  // MARK: Evaluating

  /// Returns whether an evaluation of the policy can succeed. It can for `deviceOwnerAuthentication` if the keychain
  /// has a passcode. The method does not ask the user, and does not check whether a prompt is possible.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - error: Receives the error of the domain `LAErrorDomain` that an evaluation would fail with. `passcodeNotSet`,
  ///     `biometryNotAvailable` or `watchNotAvailable`, depending on the policy. `invalidContext` after
  ///     ``invalidate()``. `authenticationFailed` if the keychain cannot be opened.
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
  ///   - policy: The policy. Only `deviceOwnerAuthentication` can succeed. The user is asked for the keychain's
  ///     passcode, up to three times, unless it was already proven in this context.
  ///   - localizedReason: The reason that the user is shown, as a quotation.
  ///   - reply: Called once, asynchronously on a queue of the library. It receives true and nil, or false and an
  ///     `LAError`. The errors of ``canEvaluatePolicy(_:error:)``. `userCancel` if the user dismissed the prompt.
  ///     `authenticationFailed` after three wrong passcodes, or if there is no answer within two minutes.
  ///     `biometryLockout` during the delay after too many wrong passcodes. `notInteractive` if the user may not or
  ///     cannot be asked. `appCancel` after ``invalidate()``.
  @preconcurrency open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String,
    reply: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    // The keychain is determined in the calling thread, because a test sets its own keychain there.
    let keychain = Result { () throws(LAError) in try self.keychain(for: policy) }
    evaluate(.userPresence, reason: localizedReason, keychain, reply)
  }

  /// Authenticates the user. It is the asynchronous form of ``evaluatePolicy(_:localizedReason:reply:)``.
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

  /// Obtains all proofs that an access control asks for. Later calls with this context can then use items with this
  /// access control without asking.
  ///
  /// - Parameters:
  ///   - accessControl: The access control.
  ///   - operation: The purpose. It makes one difference: if an item or a key is to be created, the user types an
  ///     application password twice, unless the password has already opened an item.
  ///   - localizedReason: The reason that the user is shown, as a quotation.
  ///   - reply: Called as in ``evaluatePolicy(_:localizedReason:reply:)``. The error is `biometryNotAvailable` for an
  ///     access control that only biometry or a paired device satisfies.
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

  /// Obtains all proofs that an access control asks for. It is the asynchronous form of
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
  /// The method cannot close a prompt that the program itself shows. That evaluation fails after the prompt has been
  /// answered.
  open func invalidate() {
    state.invalidate()
  }

  // MARK: Credentials

  /// Supplies a credential, so that the user is not asked for it.
  ///
  /// - Parameters:
  ///   - credential: The password of items with an application password, 1 byte to 1 MiB. Nil removes the password of
  ///     the context.
  ///   - type: Only `applicationPassword` is accepted.
  /// - Returns: Whether the credential was accepted. False for another type, for an empty or too large credential, and
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

  /// Returns whether the program has supplied a credential with ``setCredential(_:type:)``.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && state.isPasswordSet
  }
}

/// The maximum of `touchIDAuthenticationAllowableReuseDuration`, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
