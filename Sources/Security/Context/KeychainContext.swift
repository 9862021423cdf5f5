package import Keychain
package import KeychainModel
package import KeychainPrompt
import KeychainTransport

/// The keychain that the public functions use, and the prompter that asks the user.
///
/// The environment determines the default keychain and the default caller, once per process. After a failure, the next call
/// tries it again, because the cause of the failure may have ended. A test sets its own context:
///
///     try KeychainContext.$current.withValue(KeychainContext(service, caller)) { … }
package struct KeychainContext: Sendable {
  package let keychain: KeychainClient
  /// Makes the prompter for one call or one `LAContext`. The prompter refuses to ask the user while `mayAsk` returns
  /// false.
  package let makePrompter: @Sendable () -> any Prompter
  /// Returns whether a prompt is permitted.
  package let mayAsk: @Sendable () -> Bool

  package init(
    _ keychain: KeychainClient,
    prompter makePrompter: @escaping @Sendable () -> any Prompter = StandardPrompter.make,
    mayAsk: @escaping @Sendable () -> Bool = { UserInteraction.isAllowed }
  ) {
    self.keychain = keychain
    self.mayAsk = mayAsk
    self.makePrompter = { PermittedPrompter(makePrompter(), mayAsk: mayAsk) }
  }

  /// Makes a context with a keychain whose service runs in this process.
  package init(
    _ keychain: LocalKeychain, _ caller: Caller,
    prompter makePrompter: @escaping @Sendable () -> any Prompter = StandardPrompter.make,
    mayAsk: @escaping @Sendable () -> Bool = { UserInteraction.isAllowed }
  ) {
    self.init(
      KeychainClient(keychain, as: caller), prompter: makePrompter, mayAsk: mayAsk)
  }

  /// The access groups and entitlements of the program.
  package var caller: Caller { keychain.caller }

  @TaskLocal package static var current: KeychainContext?

  /// Returns the context of the calling task.
  ///
  /// - Throws: The error that prevented the creation of the default context. `.notAvailable` if the entitlements of the
  ///   program deny the program access to the keychain (specification: secitem 4.2).
  package static func resolve() throws(KeychainError) -> KeychainContext {
    let context = if let current { current } else { try standard.value() }
    guard !context.caller.isDenied else {
      throw KeychainError(
        .notAvailable, "the entitlements of the program deny it the keychain",
        because: .deniedByEntitlement)
    }
    return context
  }

  /// Returns the trust settings that belong to the context of the calling task. Every program can use the trust
  /// settings, even if its entitlements deny access to the keychain.
  ///
  /// - Throws: `.invalidTrustSettings` if the location of the trust settings cannot be determined.
  static func trustSettings() throws(KeychainError) -> TrustSettingsStore {
    guard let current else { return try TrustSettingsStore.standard() }
    return current.keychain.trustSettings
  }

  private static let standard = LazyContext { () throws(KeychainError) in try makeStandard() }

  private static func makeStandard() throws(KeychainError) -> KeychainContext {
    let location = try StoreLocation.standard()
    let service = try LoginKeychain.service(at: location)
    guard let remote = service as? RemoteKeychain else {
      let keychain = try KeychainClient.login(
        at: location, as: try ProcessCaller.current(), onChange: ChangeNotifications.post)
      return KeychainContext(keychain)
    }
    let caller = ProcessCaller.inService(try remote.identity())
    return KeychainContext(
      KeychainClient.ofService(remote, at: location, as: caller, onChange: ChangeNotifications.post))
  }
}

extension KeychainContext {
  /// Performs a request. If the access control of an item requires a proof, the function obtains the proof and repeats
  /// the request (specification: secitem 5.7).
  ///
  /// - Throws: The errors of the service. `.authenticationFailed` after 20 proofs. `.userCancelled` if the user
  ///   dismissed the prompt; `.interactionNotAllowed` if a prompt is forbidden or impossible.
  func perform(
    _ request: ItemRequest, _ options: AuthenticationOptions, evaluating evaluation: CertificateEvaluation? = nil
  ) throws(KeychainError) -> [Item] {
    // A client is large, so the most frequent call uses it without a copy.
    if case .standard = options.scope { return try perform(request, options, evaluation, on: keychain) }
    return try perform(request, options, evaluation, on: keychain.scoped(to: options.scope))
  }

  @inline(__always)
  private func perform(
    _ request: ItemRequest, _ options: AuthenticationOptions, _ evaluation: CertificateEvaluation?,
    on keychain: KeychainClient
  ) throws(KeychainError) -> [Item] {
    var proof = options.context?.proof
    let items = try proving(options, &proof) { (proof) throws(KeychainError) in
      guard let evaluation else { return try keychain.perform(request, with: proof) }
      return try keychain.perform(request, evaluating: evaluation, with: proof)
    }
    return keychain.isInProcess ? items : withBackends(items, options, proof)
  }

  /// Runs `body` with a proof. If the access control of an item requires another proof, the function obtains the proof and
  /// runs `body` again.
  ///
  /// - Parameter proof: The first proof; receives the last proof.
  @inline(__always)
  func proving<Result>(
    _ options: AuthenticationOptions, _ proof: inout AccessProof?,
    _ body: (AccessProof?) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var rounds = AuthenticationRounds()
    while true {
      do throws(KeychainError) {
        return try body(proof)
      } catch {
        try rounds.prove(
          after: error, &proof,
          forget: { proof in
            if let password = proof?.applicationPassword { options.context?.forget(password) }
          },
          prove: { (constraints, isNew, proof) throws(KeychainError) in
            try options.satisfy(constraints, isNew: isNew, having: proof, self)
          })
      }
    }
  }
}
