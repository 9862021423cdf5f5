import KeychainModel

/// What may be said together about the protection of an item.
enum AccessRules {
  /// Enters an access control into attributes: its protection becomes the accessibility, and an
  /// object with an operations dictionary is remembered as such.
  ///
  /// - Throws: `.parameter` when the attributes have an accessibility that is not the same
  ///   protection: one with an operations dictionary never equals a plain one (secitem 3.1).
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
