import Keychain
import KeychainModel
import KeychainPrompt

extension KeychainContext {
  private static let roundCount = 20

  /// Performs a request. If an item's access control asks for a proof, obtains the proof and repeats the request
  /// (secitem 5.7).
  ///
  /// - Throws: The errors of the service. `.authenticationFailed` after 20 rounds. `.userCancelled` if the user
  ///   dismissed the question; `.interactionNotAllowed` if the user may not or cannot be asked.
  func perform(
    _ request: ItemRequest, _ options: AuthenticationOptions, evaluating evaluation: CertificateEvaluation? = nil
  ) throws(KeychainError) -> [Item] {
    var proof = options.context?.proof
    return try AuthenticationLoop.run(
      &proof, atMost: Self.roundCount,
      forget: { proof in
        if let password = proof?.applicationPassword { options.context?.forget(password) }
      },
      prove: { (constraints, isNew, proof, _) throws(KeychainError) in
        try options.satisfy(constraints, isNew: isNew, having: proof, self)
      }
    ) { (proof) throws(KeychainError) in
      try keychain.perform(request, evaluating: evaluation, with: proof)
    }
  }
}
