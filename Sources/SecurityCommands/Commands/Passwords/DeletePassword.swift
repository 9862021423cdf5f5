import Keychain
import KeychainModel

/// Deletes the first password that matches.
struct DeletePassword: Sendable {
  let kind: PasswordKind

  var options: OptionSyntax {
    OptionSyntax(kind.letters, long: [PasswordKind.accessGroupOption], values: kind.values)
  }

  static let synopsis = "[-a account] [-s name] [options] [keychain ...]"

  /// Deletes the first item that matches all given attributes. The commands that find passwords ignore some attributes.
  /// This command ignores no attribute, because it could otherwise delete the wrong item. The user need not
  /// authenticate to delete an item with access control, so the command asks no question.
  func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    let attributes = try kind.attributes(in: arguments)
    guard !attributes.isEmpty else {
      throw arguments.operands.first.flatMap(kind.hint).map(CommandFailure.usage) ?? .usage
    }
    try kind.checkKeychains(arguments, attributes, in: session)
    let item = try session.firstItemToDelete(try kind.query(attributes, arguments))
    if item.attributes.entries.isEmpty {
      session.console.printError(
        "the access control of the item asks for a proof; its attributes are not shown")
    } else {
      try session.print(item)
    }
    _ = try session.perform(
      .delete(DeleteRequest(item.query)), of: item, in: "SecKeychainItemDelete")
    session.console.print("password has been deleted.", to: .error)
  }
}

extension Command {
  static let deleteGenericPassword = delete(.generic)
  static let deleteInternetPassword = delete(.internet)

  private static func delete(_ kind: PasswordKind) -> Command {
    let command = DeletePassword(kind: kind)
    return Command(
      "delete-\(kind.name)", "Delete the first item that matches.",
      synopsis: DeletePassword.synopsis, details: kind.details, options: command.options,
      run: command.run)
  }
}
