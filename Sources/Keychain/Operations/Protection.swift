import KeychainModel

/// What the attributes of an item may say about its protection.
enum Protection {
  /// - Throws: `.parameter` for an accessibility that no item can be stored under, for one of this
  ///   device on a synchronizable item (D12), and for an access control on one (S53).
  static func check(_ attributes: AttributeSet) throws(KeychainError) {
    guard let constant = attributes[.accessible]?.text,
      let accessibility = Accessibility(constant: constant)
    else { throw KeychainError(.parameter, "the accessibility is one no item can have") }
    guard attributes[.synchronizable] == .number(1) else { return }
    guard !accessibility.isThisDeviceOnly else {
      throw KeychainError(.parameter, "an item of this device only cannot be synchronizable")
    }
    guard attributes[.accessControl] == nil else {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
  }
}
