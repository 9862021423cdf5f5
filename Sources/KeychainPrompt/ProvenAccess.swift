package import Keychain
package import KeychainModel

/// Performs requests for a program that a person runs, and has the person prove what the access control
/// of an item asks for. What was proven counts for later requests too.
package struct ProvenAccess {
  private var proof: AccessProof?

  package init() {}

  /// What was proven counts for nothing from now on.
  package mutating func forget() { proof = nil }

  /// Performs a request. Not to be called within a transaction: it may wait for a person.
  ///
  /// - Parameter makePrompter: Makes who asks, right before a question.
  /// - Throws: As `Request.items`; as an `AuthenticationFailure` when nothing was proven.
  package mutating func perform(
    _ request: ItemRequest, on keychain: KeychainClient, makePrompter: () -> any Prompter
  ) throws(KeychainError) -> [Item] {
    try perform(on: keychain, makePrompter: makePrompter) { (proof) throws(KeychainError) in
      try keychain.perform(request, with: proof)
    }
  }

  /// The same for what `body` asks for with what was proven so far. It is called again once more is.
  package mutating func perform(
    on keychain: KeychainClient, makePrompter: () -> any Prompter,
    _ body: (AccessProof?) throws(KeychainError) -> [Item]
  ) throws(KeychainError) -> [Item] {
    while true {
      do throws(KeychainError) {
        return try body(proof)
      } catch {
        if error.cause == .wrongApplicationPassword {
          // The next request asks anew.
          proof = AccessProof(passcode: proof?.passcode)
        }
        guard case .authenticationNeeded(let constraints, let isNew)? = error.cause else {
          throw error
        }
        let authenticator = Authenticator(keychain, prompter: makePrompter())
        try prove(constraints, isNew: isNew, authenticator, otherwise: error)
      }
    }
  }

  /// Has the person prove what is not proven yet.
  ///
  /// - Throws: The error when nothing is missing: asking once more would come to nothing.
  private mutating func prove(
    _ constraints: AccessConstraints, isNew: Bool, _ authenticator: Authenticator,
    otherwise error: KeychainError
  ) throws(KeychainError) {
    let before = proof ?? AccessProof()
    let found: AccessProof
    do throws(AuthenticationFailure) {
      found = try authenticator.proof(
        for: constraints, isNew: isNew, reason: nil, having: before, mayAsk: true)
    } catch {
      throw error.keychainError
    }
    guard found !== before else { throw error }
    proof = found
  }
}
