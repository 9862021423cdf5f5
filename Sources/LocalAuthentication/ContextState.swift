import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import Security

/// The settings of an `LAContext` and the proofs that were given in it. Thread-safe.
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
    /// Whether the program supplied the password. False if a person typed it.
    var isPasswordSet = false
    var asking: [Authenticator] = []
  }

  let settings = ForkSafeMutex(Settings())
  /// Detects a forked child. A child has none of the proofs, and may inherit locks that are held by threads of the
  /// parent. So the context is invalid in the child.
  private let marker = ForkDetector()
  private let proofs = ForkSafeMutex(Proofs())
  /// Held while the user is asked. Another call that needs the same proof waits for it and then uses the result.
  private let question = ForkSafeMutex(())
  /// The number of calls that wait for the question of another call.
  private let waiting = ForkSafeMutex(0)

  var isInvalidated: Bool { !marker.isThisProcess || proofs.withLock(\.isInvalidated) }
  var proof: AccessProof { proofs.withLock(\.proof) }
  var isPasswordSet: Bool { proofs.withLock(\.isPasswordSet) }
  var waitingCount: Int { waiting.withLock { $0 } }

  /// Sets the password that the program supplies; nil removes it.
  ///
  /// - Returns: False if the context is invalidated.
  func setPassword(_ password: Passcode?) -> Bool {
    proofs.withLock { proofs in
      guard !proofs.isInvalidated else { return false }
      proofs.proof = AccessProof(
        applicationPassword: password, passcode: proofs.proof.passcode)
      proofs.isPasswordSet = password != nil
      return true
    }
  }

  /// Removes a wrong password, unless the program supplied it.
  func forget(_ password: Passcode) {
    proofs.withLock { proofs in
      guard !proofs.isPasswordSet, proofs.proof.applicationPassword === password else {
        return
      }
      proofs.proof = AccessProof(passcode: proofs.proof.passcode)
    }
  }

  /// Removes all proofs and cancels all questions. The proofs are wiped when no call uses them any more.
  func invalidate() {
    let asking = proofs.withLock { proofs in
      let asking = proofs.asking
      proofs = Proofs(isInvalidated: true)
      return asking
    }
    for authenticator in asking { authenticator.cancel() }
  }

  // MARK: Proving

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

  /// Stores the new proofs. A password that the program set or removed in the meantime takes precedence.
  private func remember(
    _ found: AccessProof, since before: AccessProof
  ) throws(AuthenticationFailure) -> AccessProof {
    let isTyped = found.applicationPassword !== before.applicationPassword
    while true {
      let (present, isPasswordSet) = proofs.withLock { ($0.proof, $0.isPasswordSet) }
      let source = isTyped && !isPasswordSet ? found : present
      // This may call the service, so no lock is held here.
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
