import KeychainModel

/// Checks the attributes of an item that are about its protection.
enum ProtectionRules {
  /// Checks the accessibility and the access control.
  ///
  /// A synchronizable item may have a this-device-only accessibility. The stricter rule applies:
  /// `BackupRules` keeps the item on the device (D12).
  ///
  /// - Throws: `.parameter` for an accessibility that items cannot have, and for an access control on a
  ///   synchronizable item (S53).
  static func check(_ attributes: AttributeSet) throws(KeychainError) {
    guard let constant = attributes[.accessible]?.text, Accessibility(constant: constant) != nil
    else { throw KeychainError(.parameter, "the accessibility is one no item can have") }
    guard attributes[.synchronizable] == .number(1) else { return }
    guard attributes[.accessControl] == nil else {
      throw KeychainError(.parameter, "a synchronizable item takes no access control")
    }
  }
}
