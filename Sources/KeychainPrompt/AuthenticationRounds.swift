package import Keychain
package import KeychainModel

/// Obtains the proofs that an item's access control requires, until a request succeeds (specification: secitem 5.7).
///
/// The caller makes the request, and passes its error on. A request that succeeds does not reach this type.
package struct AuthenticationRounds {
  private let limit: Int?
  private var count = 0

  /// - Parameter limit: How often the request is made at most; nil for no limit.
  package init(atMost limit: Int? = nil) { self.limit = limit }

  /// Obtains the proof that a request lacks. Then the caller makes the request again.
  ///
  /// - Parameters:
  ///   - error: The error of the request.
  ///   - proof: The current proof. Receives the new one.
  ///   - forget: Drops a wrong application password.
  ///   - prove: Returns a proof that satisfies the constraints. Its arguments include the current proof and the error.
  /// - Throws: `error` unless it asks for a proof; the errors of `prove`; `.authenticationFailed` when the limit is
  ///   reached.
  package mutating func prove(
    after error: KeychainError, _ proof: inout AccessProof?, forget: (inout AccessProof?) -> Void,
    prove: (AccessConstraints, _ isNew: Bool, AccessProof?, KeychainError) throws(KeychainError) -> AccessProof
  ) throws(KeychainError) {
    if error.cause == .wrongApplicationPassword { forget(&proof) }
    guard case .authenticationNeeded(let constraints, let isNew)? = error.cause else { throw error }
    proof = try prove(constraints, isNew, proof, error)
    count += 1
    if count == limit {
      throw KeychainError(.authenticationFailed, "the access control still asks for a proof")
    }
  }
}
