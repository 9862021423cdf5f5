package import KeychainModel

extension AccessConstraints {
  /// The constraints that protect an item of a class with these attributes.
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
  /// - Throws: `.decode` when a proof is required. No version writes such a row without a guard.
  package func requireNone() throws(KeychainError) {
    guard areNone else {
      throw KeychainError(.decode, "a row whose access control asks for a proof has no guard")
    }
  }
}
