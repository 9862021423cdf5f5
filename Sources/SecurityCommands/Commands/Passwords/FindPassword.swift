import Keychain
import KeychainModel

/// Finds the first password that matches, and prints it.
struct FindPassword: Sendable {
  let kind: PasswordKind

  var options: OptionSyntax {
    OptionSyntax(
      kind.letters + "gw", long: [PasswordKind.accessGroupOption], flags: ["raw"],
      values: kind.values)
  }

  static let synopsis = "[-a account] [-s name] [options] [-g] [-w] [--raw] [keychain ...]"

  var details: [String] {
    kind.details + [
      "-g  print the password too, on standard error",
      "-w  print only the password",
      "--raw  print the bytes of the password as they are, without a newline (only in Latchkey)",
    ]
  }

  func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    let attributes = try kind.attributes(in: arguments)
    guard !(arguments.has("raw") && arguments.has("g")) else {
      throw .usage("--raw prints nothing but the password, and -g the item too")
    }
    try kind.checkKeychains(arguments, attributes, in: session)
    let query = try kind.query(identification(in: attributes) ?? attributes, arguments)
    if arguments.has("raw") {
      var secret = try session.firstItem(query, .secret).secret ?? []
      session.console.write(secret)
      secret.wipe()
    } else if arguments.has("w") {
      let secret = try session.firstItem(query, .secret).secret ?? []
      let text = SecretText.bytes(of: secret, forReader: session.console.isTerminal(.output))
      session.console.write(text + Array("\n".utf8))
    } else if arguments.has("g") {
      let item = try session.firstItem(query, [.attributes, .secret])
      try session.print(item, showsSeeds: true)
      var line = Array("password: ".utf8)
      ByteFormat.append(
        item.secret ?? [], to: &line, forReader: session.console.isTerminal(.error))
      session.console.write(line + Array("\n".utf8), to: .error)
    } else {
      try session.print(try session.firstItem(query, .attributes))
    }
  }

  /// Returns the identifying attributes, if the user gave all identifying attributes; otherwise nil. As on macOS, the
  /// search then ignores all other attributes.
  private func identification(in attributes: AttributeSet) -> AttributeSet? {
    var identification = AttributeSet()
    for name in kind.identifying {
      guard let value = attributes[name] else { return nil }
      identification.append(name, value)
    }
    return identification
  }
}

extension Command {
  static let findGenericPassword = find(.generic)
  static let findInternetPassword = find(.internet)

  private static func find(_ kind: PasswordKind) -> Command {
    let command = FindPassword(kind: kind)
    return Command(
      "find-\(kind.name)", "Find the first item that matches.", synopsis: FindPassword.synopsis,
      details: command.details, options: command.options, run: command.run)
  }
}
