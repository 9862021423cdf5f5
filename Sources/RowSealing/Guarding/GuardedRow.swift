package import KeychainModel

/// A row whose access control asks for proofs that the caller has not brought, or not the right ones.
package struct GuardedRow {
  enum Obstacle {
    /// Something was not brought.
    case missing
    /// What was brought is wrong.
    case wrong
    /// Nothing that there is can prove it: biometry, a paired device, or a use that it does not allow.
    case unprovable
  }

  let constraints: AccessConstraints
  let obstacle: Obstacle

  /// What a call says that would use the item.
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
