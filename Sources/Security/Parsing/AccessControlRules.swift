import KeychainModel

/// Rules on the combination of accessibility and access control.
enum AccessControlRules {
  /// Adds an access control to attributes. Its protection becomes the accessibility. The attributes also record
  /// whether the object has an operations dictionary.
  ///
  /// - Throws: `.parameter` if the attributes have an accessibility with a different protection. A protection with an
  ///   operations dictionary never equals a plain one (secitem 3.1).
  static func apply(
    _ control: SecAccessControl?, to attributes: inout AttributeSet
  ) throws(KeychainError) {
    guard let control else { return }
    guard let protection = control.protection else {
      throw KeychainError(
        .parameter, "no item can be stored under a protection that is a dictionary")
    }
    if let given = attributes[.accessible] {
      guard !control.hasOperations, given == .string(protection) else {
        throw KeychainError(
          .parameter, "kSecAttrAccessible and kSecAttrAccessControl contradict each other")
      }
    }
    attributes[.accessible] = .string(protection)
    if control.hasOperations {
      attributes[.accessControl] = .number(Int64(bitPattern: control.constraints.rawValue))
    }
  }
}
