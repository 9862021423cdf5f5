package import Keychain
package import KeychainModel

/// Obtains the proofs that an item's access control requires, until a request succeeds (specification: secitem 5.7).
///
/// The caller makes the request. If the request fails, the caller passes the error to this type.
package struct AuthenticationRounds {
  private let limit: Int?
  private var count = 0

  /// - Parameter limit: The maximum number of requests; nil for no limit.
  package init(atMost limit: Int? = nil) { self.limit = limit }

  /// Obtains the proof that a request lacks. Afterwards, the caller makes the request again.
  ///
  /// - Parameters:
  ///   - error: The error of the request.
  ///   - proof: Contains the current proof, and receives the new proof.
  ///   - forget: Removes a wrong application password.
  ///   - prove: Returns a proof that satisfies the constraints. The third argument is the current proof, and the fourth
  ///     argument is the error.
  /// - Throws: `error` if its cause is not `.authenticationNeeded`; the errors of `prove`; `.authenticationFailed` if
  ///   the limit is reached.
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
