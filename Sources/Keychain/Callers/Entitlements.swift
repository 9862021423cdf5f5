package import KeychainModel
package import PropertyLists

/// The entitlements of a program. The initializer reads them from a property list.
package struct Entitlements: Sendable {
  private let values: [String: PropertyListValue]

  /// Reads a property list.
  ///
  /// - Parameter path: The path of the file, for the error message.
  /// - Throws: `.missingEntitlement` unless the property list is a dictionary. A malformed file is an error, unlike a
  ///   missing file.
  package init(propertyList: [UInt8], _ path: String) throws(KeychainError) {
    guard case .dictionary(let values)? = try? PropertyListValue(file: propertyList) else {
      throw KeychainError(
        .missingEntitlement, "the entitlements file \(path) is no property list",
        because: .entitlementsUnusable)
    }
    self.values = values
  }

  /// The entitlements in a dictionary.
  package init(_ values: [String: PropertyListValue]) { self.values = values }

  /// The access groups of the program, with the token group last (specification: secitem 4.1).
  package var accessGroups: [String] {
    var groups = strings("keychain-access-groups")
    groups += strings("com.apple.developer.associated-application-identifier")
    if let identifier = string("application-identifier")
      ?? string("com.apple.application-identifier")
    {
      groups.append(identifier)
    }
    groups += strings("com.apple.security.application-groups")
    let isToken = { (group: String) in group == Caller.tokenGroup }
    guard groups.contains(where: isToken) else { return groups }
    return groups.filter { !isToken($0) } + [Caller.tokenGroup]
  }

  /// The names of the Boolean entitlements that are true.
  package var granted: Set<String> { Set(values.keys.filter { values[$0] == .boolean(true) }) }

  /// Returns the string under a name; nil if the name is absent or its value is not a string.
  package func string(_ name: String) -> String? {
    if case .string(let text)? = values[name] { text } else { nil }
  }

  /// Returns the array of strings under a name. Returns an empty array if the name is absent, or if a member is not a
  /// string.
  private func strings(_ name: String) -> [String] {
    guard case .array(let members)? = values[name] else { return [] }
    let strings = members.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return strings.count == members.count ? strings : []
  }
}
