package import KeychainModel

/// A row whose access control requires proofs that the caller has not brought, or for which the
/// caller's proofs are wrong.
package struct GuardedRow {
  enum Obstacle {
    /// A proof is missing.
    case missing
    /// A proof is wrong.
    case wrong
    /// The proof is impossible on this system (biometry, a paired device), or the access control does
    /// not allow the use.
    case unprovable
  }

  let constraints: AccessConstraints
  let obstacle: Obstacle

  /// The error of a call that would use the item.
  package var error: KeychainError {
    switch obstacle {
    case .missing: .authenticationNeeded(constraints)
    case .wrong:
      KeychainError(
        .authenticationFailed, "the password of the item is another one",
        cause: constraints.needsApplicationPassword ? .wrongApplicationPassword : nil)
    case .unprovable: .unprovable
    }
  }
}

extension KeychainError {
  static func authenticationNeeded(
    _ constraints: AccessConstraints, toStore: Bool = false
  ) -> KeychainError {
    KeychainError(
      .authenticationFailed, "the access control of the item asks for a proof",
      cause: .authenticationNeeded(constraints, toStore: toStore))
  }

  static var unprovable: KeychainError {
    KeychainError(
      .authenticationFailed,
      "the access control asks for what nothing here can prove: biometry, a paired device, or the use "
        + "of a private key", because: .accessControlUnprovable)
  }
}
