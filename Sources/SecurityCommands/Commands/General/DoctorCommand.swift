extension Command {
  static let doctor = Command(
    "doctor", "Check what a keychain needs, and say what to do. (only in Latchkey)",
    synopsis: "[program]",
    details: [
      "program  look at the entitlements beside this program, too",
      "Opens the keychain, and makes none. Each line begins with ok, or with fix and says what to do: place,",
      "folders, files, device key, password file, keychain, entitlements, kernel keyring, toolset.",
      "Ends with 0 when every line is ok, with 1 otherwise.",
    ],
    options: OptionSyntax("", mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1, arguments.operands.first?.bytes.isEmpty != true else {
      throw .usage
    }
    let findings = Diagnosis(session: session).findings(program: arguments.operands.first)
    for finding in findings { session.console.print(finding.line) }
    guard findings.allSatisfy(\.isRight) else { throw CommandFailure(status: 1) }
  }
}
