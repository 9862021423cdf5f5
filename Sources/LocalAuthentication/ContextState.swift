import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import Security

/// Holds the settings and the proofs of an `LAContext`. The class is thread-safe.
final class ContextState: Sendable {
  struct Settings: Sendable {
    var localizedReason = ""
    var localizedFallbackTitle: String?
    var localizedCancelTitle: String?
    var interactionNotAllowed = false
    var reuseDuration = 0.0
  }

  private struct Proofs {
    var isInvalidated = false
    var proof = AccessProof()
    /// Whether the program supplied the application password. The value is false if the user typed the password.
    var isPasswordSet = false
    var asking: [Authenticator] = []
  }

  let settings = ForkSafeMutex(Settings())
  /// Detects a forked child process. The context is invalid in a child process. The child does not have the proofs, and
  /// a thread of the parent may have held a lock of this object during the fork.
  private let marker = ForkDetector()
  private let proofs = ForkSafeMutex(Proofs())
  /// A call that may ask the user holds this lock until the call has its proofs. Another call that waits for the lock
  /// then uses these proofs and does not ask the user again.
  private let question = ForkSafeMutex(())
  /// The number of calls that wait for the lock `question`.
  private let waiting = ForkSafeMutex(0)

  var isInvalidated: Bool { !marker.isThisProcess || proofs.withLock { $0.isInvalidated } }
  var proof: AccessProof { proofs.withLock { $0.proof } }
  var isPasswordSet: Bool { proofs.withLock { $0.isPasswordSet } }
  var waitingCount: Int { waiting.withLock { $0 } }

  /// Sets the application password that the program supplies. Nil removes the application password.
  ///
  /// - Returns: False if the context has been invalidated.
  func setPassword(_ password: Passcode?) -> Bool {
    // The end of the former proof calls the service, so the former proof is released without the lock.
    let former: AccessProof? = proofs.withLock { proofs in
      guard !proofs.isInvalidated else { return nil }
      let former = proofs.proof
      proofs.proof = AccessProof(applicationPassword: password, passcode: former.passcode)
      proofs.isPasswordSet = password != nil
      return former
    }
    return former != nil
  }

  /// Removes a wrong application password that the user typed. A password that the program supplied stays.
  func forget(_ password: Passcode) {
    let former: AccessProof? = proofs.withLock { proofs in
      guard !proofs.isPasswordSet, proofs.proof.applicationPassword === password else { return nil }
      let former = proofs.proof
      proofs.proof = AccessProof(passcode: former.passcode)
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Removes all proofs and cancels all prompts. The memory of a proof is overwritten when the last call that uses the
  /// proof ends.
  func invalidate() {
    let former = proofs.withLock { proofs in
      defer { proofs = Proofs(isInvalidated: true) }
      return proofs
    }
    for authenticator in former.asking { authenticator.cancel() }
  }

  // MARK: Proving

  /// Returns the proofs that the constraints require. If `mayAsk` is true, may ask the user for missing proofs.
  ///
  /// - Throws: The errors of `AuthenticationContext.satisfy`.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, reason: String?, mayAsk: Bool,
    titles: PromptTitles, _ keychain: KeychainContext
  ) throws(AuthenticationFailure) -> AccessProof {
    guard marker.isThisProcess else { throw AuthenticationFailure(.invalidated) }
    guard mayAsk else {
      return try prove(constraints, isNew, reason: reason, mayAsk: false, titles, keychain)
    }
    waiting.withLock { $0 += 1 }
    return try question.withLock { (_) throws(AuthenticationFailure) in
      waiting.withLock { $0 -= 1 }
      return try prove(constraints, isNew, reason: reason, mayAsk: true, titles, keychain)
    }
  }

  private func prove(
    _ constraints: AccessConstraints, _ isNew: Bool, reason: String?, mayAsk: Bool,
    _ titles: PromptTitles, _ keychain: KeychainContext
  ) throws(AuthenticationFailure) -> AccessProof {
    let authenticator = Authenticator(keychain.keychain, prompter: keychain.makePrompter())
    let before = try begin(authenticator)
    defer { end(authenticator) }
    let found = try authenticator.proof(
      for: constraints, isNew: isNew, reason: reason, having: before, mayAsk: mayAsk,
      titles: titles)
    return found === before ? found : try remember(found, since: before)
  }

  private func begin(
    _ authenticator: Authenticator
  ) throws(AuthenticationFailure) -> AccessProof {
    try proofs.withLock { (proofs) throws(AuthenticationFailure) in
      guard !proofs.isInvalidated else { throw AuthenticationFailure(.invalidated) }
      proofs.asking.append(authenticator)
      return proofs.proof
    }
  }

  private func end(_ authenticator: Authenticator) {
    proofs.withLock { proofs in proofs.asking.removeAll { $0 === authenticator } }
  }

  /// Stores the proofs in the context. The context stores an application password that the user typed, unless the
  /// program supplied an application password.
  private func remember(
    _ found: AccessProof, since before: AccessProof
  ) throws(AuthenticationFailure) -> AccessProof {
    let isTyped = found.applicationPassword !== before.applicationPassword
    while true {
      let (present, isPasswordSet) = proofs.withLock { ($0.proof, $0.isPasswordSet) }
      let source = isTyped && !isPasswordSet ? found : present
      // The property `mayGuard` can send a request to the service, so this code does not hold the lock of `proofs`.
      let proof = AccessProof(
        applicationPassword: source.applicationPassword, passcode: found.passcode ?? present.passcode,
        isTypedOnce: !source.mayGuard)
      let isKept = try proofs.withLock { (proofs) throws(AuthenticationFailure) in
        guard !proofs.isInvalidated else { throw AuthenticationFailure(.appCancelled) }
        guard proofs.proof === present, proofs.isPasswordSet == isPasswordSet else { return false }
        proofs.proof = proof
        return true
      }
      if isKept { return proof }
    }
  }
}
