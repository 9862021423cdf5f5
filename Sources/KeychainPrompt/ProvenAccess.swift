package import Keychain
package import KeychainModel

/// Performs requests for a program that a person runs. Asks the person for the proofs that the access
/// control of an item requires. Proofs are reused in later requests.
package struct ProvenAccess {
  private var proof: AccessProof?

  package init() {}

  /// Forgets all proofs.
  package mutating func forget() { proof = nil }

  /// Performs a request. It may wait for a person, so do not call it within a transaction.
  ///
  /// - Parameter makePrompter: Creates the prompter, directly before a question.
  /// - Throws: The errors of `Request.items`; the status of an `AuthenticationFailure` when the
  ///   person gave no proof.
  package mutating func perform(
    _ request: ItemRequest, on keychain: KeychainClient, makePrompter: () -> any Prompter
  ) throws(KeychainError) -> [Item] {
    try perform(on: keychain, makePrompter: makePrompter) { (proof) throws(KeychainError) in
      try keychain.perform(request, with: proof)
    }
  }

  /// Calls `body` with the current proofs. If more proofs are required, asks the person for them and
  /// calls `body` again.
  package mutating func perform(
    on keychain: KeychainClient, makePrompter: () -> any Prompter,
    _ body: (AccessProof?) throws(KeychainError) -> [Item]
  ) throws(KeychainError) -> [Item] {
    var rounds = AuthenticationRounds()
    while true {
      do throws(KeychainError) {
        return try body(proof)
      } catch {
        try rounds.prove(
          after: error, &proof,
          // The wrong password is dropped, so that the next request asks for it again.
          forget: { $0 = AccessProof(passcode: $0?.passcode) },
          prove: { (constraints, isNew, proof, error) throws(KeychainError) in
            let authenticator = Authenticator(keychain, prompter: makePrompter())
            return try Self.prove(constraints, isNew: isNew, authenticator, having: proof, otherwise: error)
          })
      }
    }
  }

  /// Asks the person for the missing proofs.
  ///
  /// - Throws: `error` when no proof is missing, because asking again would not help.
  private static func prove(
    _ constraints: AccessConstraints, isNew: Bool, _ authenticator: Authenticator, having proof: AccessProof?,
    otherwise error: KeychainError
  ) throws(KeychainError) -> AccessProof {
    let before = proof ?? AccessProof()
    let found: AccessProof
    do throws(AuthenticationFailure) {
      found = try authenticator.proof(
        for: constraints, isNew: isNew, reason: nil, having: before, mayAsk: true)
    } catch {
      throw error.keychainError
    }
    guard found !== before else { throw error }
    return found
  }
}
