import Keychain
import KeychainModel

/// Adds a password. With `-U`, changes an existing password.
struct AddPassword: Sendable {
  let kind: PasswordKind

  /// The options. `-A` and `-T` say on macOS which programs may read the item without asking. They are accepted
  /// because scripts use them, and are ignored because no program asks here.
  var options: OptionSyntax {
    let passwords = kind.passwordLetters.map { $0 + ":" }.joined()
    return OptionSyntax(
      kind.letters + passwords + "X:AT:U", long: [PasswordKind.accessGroupOption],
      values: kind.values.merging(["T": .file]) { $1 },
      secrets: Set(kind.passwordLetters + ["X"]), mayLackValue: Set(kind.passwordLetters))
  }

  static let synopsis = "-a account -s name [-w password] [options] [keychain]"

  var details: [String] {
    kind.details
      + kind.passwordLetters.map {
        "-\($0)  password; if nothing follows it is asked for, or all of standard input"
      } + [
        "-X  password in hexadecimal digits",
        "-U  change the item if there is one, its password only if one is given",
        "-A, -T application  accepted, without effect: items have no access lists on Linux",
      ]
  }

  func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    let given = try attributes(in: arguments, session)
    let password = try PasswordArgument.read(kind, arguments, session)
    try store(given, password, arguments, session)
  }

  /// Returns the attributes of the item.
  ///
  /// - Throws: A failure if the account or the service or server is missing, or if another keychain is named.
  func attributes(
    in arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) -> AttributeSet {
    let given = try kind.attributes(in: arguments)
    for option in kind.options where [.account, kind.place].contains(option.name) {
      guard given[option.name] != nil else { throw .usage("-\(option.letter) is missing") }
    }
    guard arguments.operands.count <= 1, arguments.operands.first != "" else { throw .usage }
    try session.checkKeychains(arguments.operands)
    return given
  }

  /// Adds an item. With `-U`, changes an existing item.
  ///
  /// - Parameter password: The password; nil if none was given.
  func store(
    _ given: AttributeSet, _ password: [UInt8]?, _ arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) {
    guard arguments.has("U") else { return try add(given, password, arguments, session) }
    let change = UpdateOrAdd(
      kind: kind, given: given, password: password, arguments: arguments, session: session)
    try change.run { () throws(CommandFailure) in
      try add(given, password, arguments, session)
    }
  }

  /// Adds an item. Without a given password, its password is empty.
  private func add(
    _ given: AttributeSet, _ password: [UInt8]?, _ arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) {
    var attributes = kind.labelled(given)
    attributes[.accessGroup] = try kind.accessGroup(in: arguments)
    for (name, value) in kind.defaults.entries where attributes[name] == nil {
      attributes.append(name, value)
    }
    let request = AddRequest(kind.itemClass, attributes: attributes, secret: password ?? [])
    let keychain = arguments.operands.first?.text ?? "<default>"
    _ = try session.perform(
      .add(request), in: "SecKeychainItemCreateFromContent (\(keychain))")
  }
}

extension Command {
  static let addGenericPassword = add(.generic)
  static let addInternetPassword = add(.internet)

  private static func add(_ kind: PasswordKind) -> Command {
    let command = AddPassword(kind: kind)
    return Command(
      "add-\(kind.name)", "Add one item with a password.", synopsis: AddPassword.synopsis,
      details: command.details, options: command.options, run: command.run)
  }
}
