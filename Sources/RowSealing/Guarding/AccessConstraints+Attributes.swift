package import KeychainModel

extension AccessConstraints {
  /// What an item of a class with these attributes is guarded with.
  package init(guarding attributes: AttributeSet, _ itemClass: ItemClass) {
    self = AccessConstraints(of: attributes).guarding(itemClass)
  }

  /// What the access control of an item with these attributes asks for.
  package init(of attributes: AttributeSet) { self.init(attributes[.accessControl]) }

  /// What an access control with this value asks for.
  package init(_ value: AttributeValue?) {
    guard case .number(let flags)? = value else {
      self.init(rawValue: 0)
      return
    }
    self.init(rawValue: UInt64(bitPattern: flags))
  }

  /// For a row without a guard.
  ///
  /// - Throws: `.decode` when something has to be proven: no version writes such a row without one.
  package func requireNone() throws(KeychainError) {
    guard areNone else {
      throw KeychainError(.decode, "a row whose access control asks for a proof has no guard")
    }
  }
}
