/// A domain of keychains. Latchkey has one keychain, in the user's domain.
enum KeychainDomain: String, CaseIterable {
  case user
  case system
  case common
  case dynamic

  /// The values of `-d`.
  static let value = OptionValue.words(allCases.map(\.rawValue))

  /// Returns the domain that option `-d` names, possibly abbreviated. Without the option it is the user's.
  ///
  /// - Throws: A failure with the usage status if there is no such domain.
  static func named(in arguments: Arguments) throws(CommandFailure) -> KeychainDomain {
    guard let name = arguments.value("d") else { return .user }
    let domain = allCases.first { $0.rawValue.utf8.starts(with: name.bytes) }
    guard let domain, !name.bytes.isEmpty else {
      throw .usage("\"\(name.text)\" is not a domain of keychains")
    }
    return domain
  }
}
