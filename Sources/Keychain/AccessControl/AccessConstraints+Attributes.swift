package import KeychainModel

extension AccessConstraints {
  /// What an item of a class with these attributes is guarded with.
  init(guarding attributes: AttributeSet, _ itemClass: ItemClass) {
    self = AccessConstraints(of: attributes).guarding(itemClass)
  }

  /// What the access control of an item with these attributes asks for.
  package init(of attributes: AttributeSet) {
    guard case .number(let flags)? = attributes[.accessControl] else {
      self.init(rawValue: 0)
      return
    }
    self.init(rawValue: UInt64(bitPattern: flags))
  }
}
