import Keychain
import KeychainModel

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
    for _ in 0..<Self.roundCount {
      do throws(KeychainError) {
        return try keychain.perform(request, evaluating: evaluation, with: proof)
      } catch {
        if error.cause == .wrongApplicationPassword,
          let password = proof?.applicationPassword
        {
          options.context?.forget(password)
        }
        guard case .authenticationNeeded(let constraints, let isNew)? = error.cause else {
          throw error
        }
        proof = try options.satisfy(constraints, isNew: isNew, having: proof, self)
      }
    }
    throw KeychainError(.authenticationFailed, "the access control still asks for a proof")
  }
}
