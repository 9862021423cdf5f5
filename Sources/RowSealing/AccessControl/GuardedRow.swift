import KeychainCrypto
package import KeychainModel

/// A row whose access control requires proofs that the caller has not supplied, or for which the caller's proofs are
/// wrong.
package struct GuardedRow {
  enum Obstacle {
    /// A proof is missing.
    case missing
    /// A proof is wrong.
    case wrong
    /// The proof is impossible on this system (biometry, a paired device), or the access control does not allow the
    /// requested use of the row.
    case unprovable
  }

  let constraints: AccessConstraints
  let obstacle: Obstacle

  /// The error of a call that needs the content of the row.
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

/// The guard of a row that will be sealed, and the item's ciphers, which are derived from the guard. A guard describes
/// the proofs that open the row.
package struct RowGuard {
  let itemGuard: ItemGuard
  let ciphers: GuardedCiphers
}

extension AccessConstraints {
  /// The constraints that protect an item that has these attributes and belongs to this class.
  package init(guarding attributes: AttributeSet, _ itemClass: ItemClass) {
    self = AccessConstraints(of: attributes).guarding(itemClass)
  }

  /// The constraints in the access control of an item with these attributes.
  package init(of attributes: AttributeSet) { self.init(attributes[.accessControl]) }

  /// The constraints in an access control with this value.
  package init(_ value: AttributeValue?) {
    guard case .number(let flags)? = value else {
      self.init(rawValue: 0)
      return
    }
    self.init(rawValue: UInt64(bitPattern: flags))
  }

  /// Checks that a row without a guard requires no proof.
  ///
  /// - Throws: `.decode` when a proof is required, because every version writes a guard into such a row.
  package func requireNone() throws(KeychainError) {
    guard areNone else {
      throw KeychainError(.decode, "a row whose access control asks for a proof has no guard")
    }
  }
}
