package import Keychain
package import KeychainModel

/// A request that is made again until the access control of an item asks for no further proof (secitem 5.7).
package enum AuthenticationLoop {
  /// Runs `body` with what was proven so far, and again once more is.
  ///
  /// - Parameters:
  ///   - proof: What was proven so far.
  ///   - limit: How often `body` runs; nil for as often as it takes.
  ///   - forget: Drops an application password that was wrong.
  ///   - prove: Has proven what the constraints ask for. It gets what was proven so far, and the error of the request.
  /// - Throws: What `body` throws, unless it asks for a proof; what `prove` throws; `.authenticationFailed` when the
  ///   limit is reached.
  package static func run<Result>(
    _ proof: inout AccessProof?, atMost limit: Int? = nil, forget: (inout AccessProof?) -> Void,
    prove: (AccessConstraints, _ isNew: Bool, AccessProof?, KeychainError) throws(KeychainError) -> AccessProof,
    _ body: (AccessProof?) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var round = 0
    while limit.map({ round < $0 }) ?? true {
      do throws(KeychainError) {
        return try body(proof)
      } catch {
        if error.cause == .wrongApplicationPassword { forget(&proof) }
        guard case .authenticationNeeded(let constraints, let isNew)? = error.cause else { throw error }
        proof = try prove(constraints, isNew, proof, error)
      }
      round += 1
    }
    throw KeychainError(.authenticationFailed, "the access control still asks for a proof")
  }
}
