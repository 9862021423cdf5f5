package import Keychain
package import KeychainModel

/// Obtains the proofs that an item's access control requires, until a request succeeds (specification: secitem 5.7).
///
/// The caller makes the request. If the request fails, the caller passes the error to this type.
package struct AuthenticationRounds {
  /// The largest number of proofs that a person gives for one request.
  package static let limit = 20

  private var count = 0

  package init() {}

  /// Obtains the proof that a request lacks. Afterwards, the caller makes the request again.
  ///
  /// - Parameters:
  ///   - error: The error of the request.
  ///   - proof: Contains the current proof, and receives the new proof.
  ///   - forget: Removes a wrong application password.
  ///   - prove: Returns a proof that satisfies the constraints. The third argument is the current proof.
  /// - Throws: `error` if its cause is not `.authenticationNeeded`, and if `prove` returns the current proof, because
  ///   the same proof would not change the result; the errors of `prove`; `.authenticationFailed` if the limit is
  ///   reached. The request was made with every proof that a person gave.
  package mutating func prove(
    after error: KeychainError, _ proof: inout AccessProof?, forget: (inout AccessProof?) -> Void,
    prove: (AccessConstraints, _ isNew: Bool, AccessProof?) throws(KeychainError) -> AccessProof
  ) throws(KeychainError) {
    if error.cause == .wrongApplicationPassword { forget(&proof) }
    guard case .authenticationNeeded(let constraints, let isNew)? = error.cause else { throw error }
    guard count < Self.limit else {
      throw KeychainError(.authenticationFailed, "the access control still asks for a proof")
    }
    count += 1
    let found = try prove(constraints, isNew, proof)
    guard found !== proof else { throw error }
    proof = found
  }
}
