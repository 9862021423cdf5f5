import Keychain
import KeychainModel

/// Adds a password item. With the option `-U`, changes an existing item.
struct AddPassword: Sendable {
  let kind: PasswordKind

  /// The options of the command. On macOS, `-A` and `-T` name the programs that may read the item without a question to
  /// the user. Scripts use these two options, so the command records them. They restrict nothing, because items have no
  /// access lists.
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
        "-A, -T application  recorded, and shown by dump-keychain -a; restricts nothing: items have no access lists",
        "    on Linux",
      ]
  }

  func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    let given = try attributes(in: arguments, session)
    let password = try PasswordArgument.read(kind, arguments, session)
    try store(given, password, arguments, session)
  }

  /// Returns the attributes of the item.
  ///
  /// - Throws: A failure if the account is missing, if the service or server is missing, or if an operand names another
  ///   keychain.
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

  /// Adds an item. With the option `-U`, changes an existing item.
  ///
  /// - Parameter password: The password; nil if the user gave no password.
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

  /// Adds an item. If the user gave no password, the password of the item is empty.
  private func add(
    _ given: AttributeSet, _ password: [UInt8]?, _ arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) {
    var attributes = kind.labelled(given)
    attributes[.accessGroup] = try kind.accessGroup(in: arguments)
    attributes[.accessList] = RecordedAccess(arguments).value
    for (name, value) in kind.defaults.entries where attributes[name] == nil {
      attributes.append(name, value)
    }
    let request = AddRequest(kind.itemClass, attributes: attributes, secret: password ?? [])
    let keychain = arguments.operands.first?.text ?? "<default>"
    _ = try session.perform(
      .add(request), in: "SecKeychainItemCreateFromContent (\(keychain))")
    if attributes[.accessList] != nil { session.console.printError(RecordedAccess.notice("add-\(kind.name)")) }
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

/// Reads the password from the options of the commands that add passwords.
struct PasswordArgument {
  /// Returns the password; nil if no option gives a password.
  ///
  /// If several options give a password, the last option applies. If the option has no value, the user is asked for the
  /// password.
  ///
  /// - Throws: A failure if hexadecimal digits are malformed, or if no password could be read.
  static func read(
    _ kind: PasswordKind, _ arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) -> [UInt8]? {
    let options = kind.passwordLetters + ["X"]
    guard let option = arguments.options.last(where: { options.contains($0.name) }) else {
      return nil
    }
    guard let word = option.value else { return try NewPassword.secret(session) }
    guard option.name == "X" else { return word.bytes }
    guard let bytes = HexadecimalText.bytes(word.bytes) else {
      throw .usage("-X takes hexadecimal digits")
    }
    return bytes
  }
}

/// Adds or changes an item, for the option `-U` of the commands that add passwords. The command changes the first item
/// that has the given identifying attributes. If no item has these attributes, the command adds an item.
struct UpdateOrAdd {
  let kind: PasswordKind
  let given: AttributeSet
  let password: [UInt8]?
  let arguments: Arguments
  let session: CommandSession

  /// The maximum number of attempts to change or add the item. An attempt fails if another process adds or deletes the
  /// item between the search and the change.
  private static let attempts = 3

  /// - Parameter add: A function that adds the item. The function is called only if no item was found. On macOS, the
  ///   command adds the item after any failure of the change. So the macOS command can report a duplicate instead of
  ///   the actual failure.
  func run(add: () throws(CommandFailure) -> Void) throws(CommandFailure) {
    for attempt in 1... {
      do throws(CommandFailure) {
        return try update()
      } catch {
        guard error.isItemNotFound else { throw error }
      }
      do throws(CommandFailure) {
        return try add()
      } catch {
        guard error.isDuplicateItem, attempt < Self.attempts else { throw error }
      }
    }
  }

  private func update() throws(CommandFailure) {
    let query = try kind.query(given.filter { kind.identifying.contains($0) }, arguments)
    let item = try session.firstItem(query, [])
    // The item already has the given identifying attributes, so the update omits them. An update with these attributes
    // could change the type of a value, for example from data to a string.
    var changes = kind.labelled(given).filter { !kind.identifying.contains($0) }
    changes[.accessList] = RecordedAccess(arguments).value
    let request = UpdateRequest(item.query, changes: changes, secret: password)
    _ = try session.perform(.update(request), of: item, in: "SecKeychainItemModifyContent")
    if changes[.accessList] != nil { session.console.printError(RecordedAccess.notice("add-\(kind.name)")) }
  }
}

extension AttributeSet {
  /// Returns the attributes whose names satisfy a condition.
  fileprivate func filter(_ isIncluded: (AttributeName) -> Bool) -> AttributeSet {
    var result = AttributeSet()
    for (name, value) in entries where isIncluded(name) { result.append(name, value) }
    return result
  }
}
