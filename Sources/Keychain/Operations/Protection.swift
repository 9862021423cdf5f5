import KeychainModel

/// What the attributes of an item may say about its protection.
enum Protection {
  /// An accessibility of this device only is accepted on a synchronizable item: it is the stricter of the
  /// two, and `BackupRules` keeps the item on the device (D12).
  ///
  /// - Throws: `.parameter` for an accessibility that no item can be stored under, and for an access control
  ///   on a synchronizable item (S53).
  static func check(_ attributes: AttributeSet) throws(KeychainError) {
    guard let constant = attributes[.accessible]?.text, Accessibility(constant: constant) != nil
    else { throw KeychainError(.parameter, "the accessibility is one no item can have") }
    guard attributes[.synchronizable] == .number(1) else { return }
    guard attributes[.accessControl] == nil else {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
  }
}
