/// Whose keychains are meant. Latchkey has one, which is the user's.
enum KeychainDomain: String, CaseIterable {
  case user
  case system
  case common
  case dynamic

  /// What `-d` takes.
  static let value = OptionValue.words(allCases.map(\.rawValue))

  /// The domain of option `-d`, which may be shortened; without it, the user's.
  ///
  /// - Throws: A failure with the usage status when there is no such domain.
  static func named(in arguments: Arguments) throws(CommandFailure) -> KeychainDomain {
    guard let name = arguments.value("d") else { return .user }
    let domain = allCases.first { $0.rawValue.utf8.starts(with: name.bytes) }
    guard let domain, !name.bytes.isEmpty else {
      throw .usage("\"\(name.text)\" is not a domain of keychains")
    }
    return domain
  }
}
