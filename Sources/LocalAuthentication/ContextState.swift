import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import Security

/// What an `LAContext` is told and what was proven in it. For any thread.
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
    /// Whether the program supplied the password, and nobody typed it.
    var isPasswordSet = false
    var asking: [Authenticator] = []
  }

  let settings = Guarded(Settings())
  /// A forked child has none of what was proven, and perhaps inherits the locks held by threads that it
  /// does not have: to it the context is invalid.
  private let marker = ForkMarker()
  private let proofs = Guarded(Proofs())
  /// Held while a person is asked: whoever needs the same proof finds it then.
  private let question = Guarded(())
  /// How many calls wait for a question that another asks.
  private let waiting = Guarded(0)

  var isInvalidated: Bool { !marker.isThisProcess || proofs.withLock(\.isInvalidated) }
  var proof: AccessProof { proofs.withLock(\.proof) }
  var isPasswordSet: Bool { proofs.withLock(\.isPasswordSet) }
  var waitingCount: Int { waiting.withLock { $0 } }

  /// Puts the password of the program in place; nil removes it.
  ///
  /// - Returns: False in an invalidated context.
  func setPassword(_ password: Passcode?) -> Bool {
    proofs.withLock { proofs in
      guard !proofs.isInvalidated else { return false }
      proofs.proof = AccessProof(
        applicationPassword: password, passcode: proofs.proof.passcode)
      proofs.isPasswordSet = password != nil
      return true
    }
  }

  /// Lets go a password that proved wrong, unless the program supplied it.
  func forget(_ password: Passcode) {
    proofs.withLock { proofs in
      guard !proofs.isPasswordSet, proofs.proof.applicationPassword === password else {
        return
      }
      proofs.proof = AccessProof(passcode: proofs.proof.passcode)
    }
  }

  /// Lets go what was proven, which wipes it unless a call still uses it, and ends what is asked.
  func invalidate() {
    let asking = proofs.withLock { proofs in
      let asking = proofs.asking
      proofs = Proofs(isInvalidated: true)
      return asking
    }
    for authenticator in asking { authenticator.cancel() }
  }

  // MARK: Proving

  /// - Throws: As `AuthenticationContext.satisfy`.
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

  /// Keeps what was proven. What the program set or removed meanwhile stays as it says.
  private func remember(
    _ found: AccessProof, since before: AccessProof
  ) throws(AuthenticationFailure) -> AccessProof {
    let isTyped = found.applicationPassword !== before.applicationPassword
    while true {
      let (present, isPasswordSet) = proofs.withLock { ($0.proof, $0.isPasswordSet) }
      let source = isTyped && !isPasswordSet ? found : present
      // The service is asked here, and no lock is held.
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
