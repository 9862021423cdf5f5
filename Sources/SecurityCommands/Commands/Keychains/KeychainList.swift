import Keychain
import KeychainModel

/// Prints and sets the search list, the default keychain and the login keychain. On macOS, these commands end with 1
/// after any failure.
struct KeychainLists {
  let session: CommandSession
  let arguments: Arguments

  func printOrSetList() throws(CommandFailure) {
    let domain = try KeychainDomain.named(in: arguments)
    guard let list = try session.allKeychains().list else { return try printOneKeychain(domain) }
    guard arguments.has("s") else {
      guard arguments.operands.isEmpty else { throw .usage }
      let paths = try ended { () throws(KeychainError) in
        arguments.has("d") ? try list.domains.list(of: domain) : try list.domains.searchList()
      }
      for path in paths { try printPath(path) }
      return
    }
    var paths: [KeychainPath] = []
    for operand in arguments.operands {
      let path = try session.path(of: operand, in: "SecKeychainOpen")
      do throws(CommandFailure) {
        _ = try session.client(of: path, operand, in: "SecKeychainOpen")
        if !paths.contains(path) { paths.append(path) }
      } catch {
        // A keychain that does not open is left out, as on macOS.
        for line in error.lines { session.console.printError(line) }
      }
    }
    guard !paths.isEmpty || arguments.operands.isEmpty else { throw CommandFailure(status: 1) }
    let found = paths
    try ended { () throws(KeychainError) in try list.domains.set(found, of: domain) }
  }

  func printOrSetDefault() throws(CommandFailure) {
    try printOrSet("SecKeychainCopyDomainDefault", "SecKeychainCopyDefault") {
      (list, domain) throws(KeychainError) in
      try list.domains.defaultKeychain(of: domain)
    } _: { (list, path, domain) throws(KeychainError) in
      try list.domains.setDefault(path, of: domain)
    }
  }

  func printOrSetLogin() throws(CommandFailure) {
    try printOrSet("SecKeychainCopyDomainLogin", "SecKeychainCopyLogin") {
      (list, domain) throws(KeychainError) in
      try list.domains.loginKeychain(of: domain)
    } _: { (list, path, domain) throws(KeychainError) in
      try list.domains.setLogin(path, of: domain)
    }
  }

  private func printOrSet(
    _ domainContext: String, _ context: String,
    _ get: (KeychainSearchList, KeychainDomain) throws(KeychainError) -> KeychainPath?,
    _ set: (KeychainSearchList, KeychainPath?, KeychainDomain) throws(KeychainError) -> Void
  ) throws(CommandFailure) {
    let domain = try KeychainDomain.named(in: arguments)
    guard arguments.operands.count <= (arguments.has("s") ? 1 : 0) else { throw .usage }
    guard let list = try session.allKeychains().list else {
      guard domain == .user || arguments.has("s") else { throw CommandFailure.noDefault(in: domainContext) }
      return try printOneKeychain(domain)
    }
    guard arguments.has("s") else {
      let path = try ended { () throws(KeychainError) in try get(list, domain) }
      guard let path else {
        throw CommandFailure.noDefault(in: arguments.has("d") ? domainContext : context)
      }
      return try printPath(path)
    }
    var path: KeychainPath?
    if let operand = arguments.operands.first {
      let named = try session.path(of: operand, in: "SecKeychainOpen")
      do throws(CommandFailure) {
        _ = try session.client(of: named, operand, in: "SecKeychainOpen")
      } catch { throw CommandFailure(status: 1, error.lines) }
      guard named != .system, named != .systemRoots else {
        throw .failed("\(operand.text): a keychain of the system contains only certificates.")
      }
      path = named
    }
    let chosen = path
    try ended { () throws(KeychainError) in try set(list, chosen, domain) }
  }

  private func printPath(_ path: KeychainPath) throws(CommandFailure) {
    session.console.print("    \"\(try session.shownPath(path))\"")
  }

  /// Prints the list of a tool that uses one keychain only.
  private func printOneKeychain(_ domain: KeychainDomain) throws(CommandFailure) {
    if arguments.has("s") {
      try session.checkKeychains(arguments.operands)
      guard domain == .user, !arguments.operands.isEmpty else { throw .failed(UnsupportedReason.oneKeychain.rawValue) }
    } else if domain == .user {
      try printPath(.login)
    }
  }

  private func ended<Result>(_ body: () throws(KeychainError) -> Result) throws(CommandFailure) -> Result {
    do throws(KeychainError) { return try body() } catch {
      throw CommandFailure(status: 1, CommandFailure.keychain(error, in: "SecKeychainSetSearchList").lines)
    }
  }
}

extension Command {
  static let listKeychains = Command(
    "list-keychains", "Print or set the keychains that are searched.",
    synopsis: "[-d user|system|common|dynamic] [-s [keychain ...]]",
    details: [
      "-d  keychains of this domain; without it those of the user and of the common domain are printed",
      "-s  set the list; a keychain that does not open is named and left out",
    ],
    options: OptionSyntax("d:s", values: ["d": KeychainDomain.value])
  ) { (arguments, session) throws(CommandFailure) in
    try KeychainLists(session: session, arguments: arguments).printOrSetList()
  }

  static let defaultKeychain = Command(
    "default-keychain", "Print or set the default keychain, to which new items go.",
    synopsis: "[-d user|system|common|dynamic] [-s [keychain]]",
    details: ["-d  default keychain of this domain", "-s  set the default keychain; without a keychain there is none"],
    options: OptionSyntax("d:s", values: ["d": KeychainDomain.value])
  ) { (arguments, session) throws(CommandFailure) in
    try KeychainLists(session: session, arguments: arguments).printOrSetDefault()
  }

  static let loginKeychain = Command(
    "login-keychain", "Print or set the login keychain.", synopsis: "[-d domain] [-s [keychain]]",
    details: [
      "-d  login keychain of this domain", "-s  set the login keychain; the keychain with access groups stays the same",
    ],
    options: OptionSyntax("d:s", values: ["d": KeychainDomain.value])
  ) { (arguments, session) throws(CommandFailure) in
    try KeychainLists(session: session, arguments: arguments).printOrSetLogin()
  }
}

extension KeychainDomain {
  /// The name of the domain in the option `-d`.
  private var name: String {
    switch self {
    case .user: "user"
    case .system: "system"
    case .common: "common"
    case .dynamic: "dynamic"
    }
  }

  /// The values of the option `-d`.
  static let value = OptionValue.words(allCases.map(\.name))

  /// Returns the domain that the option `-d` names. The user may abbreviate the name. Without the option, returns the
  /// user's domain.
  ///
  /// - Throws: A failure with the usage status if no domain has the name.
  static func named(in arguments: Arguments) throws(CommandFailure) -> KeychainDomain {
    guard let name = arguments.value("d") else { return .user }
    let domain = allCases.first { $0.name.utf8.starts(with: name.bytes) }
    guard let domain, !name.bytes.isEmpty else {
      throw .usage("\"\(name.text)\" is not a domain of keychains")
    }
    return domain
  }
}
