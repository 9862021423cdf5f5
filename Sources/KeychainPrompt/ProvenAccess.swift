package import Keychain
package import KeychainModel

/// Performs requests for an interactive program, and asks the user for the proofs that the access control of an item
/// requires. Later requests reuse the proofs.
package struct ProvenAccess {
  private var proof: AccessProof?

  package init() {}

  /// Forgets all proofs.
  package mutating func forget() { proof = nil }

  /// Performs a request. The method may wait for the user, so do not call the method within a transaction.
  ///
  /// - Parameter makePrompter: Makes a prompter. The method calls `makePrompter` directly before it asks a question.
  /// - Throws: The errors of `Request.items`; the error of an `AuthenticationFailure` if the user gave no proof.
  package mutating func perform(
    _ request: ItemRequest, on keychain: KeychainClient, makePrompter: () -> any Prompter
  ) throws(KeychainError) -> [Item] {
    try perform(on: keychain, makePrompter: makePrompter) { (proof) throws(KeychainError) in
      try keychain.perform(request, with: proof)
    }
  }

  /// Calls `body` with the current proofs. If `body` requires more proofs, asks the user for these proofs and calls
  /// `body` again.
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
          // The wrong password is removed, so that the user is asked for the password again.
          forget: { $0 = AccessProof(passcode: $0?.passcode) },
          prove: { (constraints, isNew, proof) throws(KeychainError) in
            let authenticator = Authenticator(keychain, prompter: makePrompter())
            do throws(AuthenticationFailure) {
              return try authenticator.proof(
                for: constraints, isNew: isNew, reason: nil, having: proof ?? AccessProof(), mayAsk: true)
            } catch {
              throw error.keychainError
            }
          })
      }
    }
  }
}
