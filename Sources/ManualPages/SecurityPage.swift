import SecurityCommands

extension ManualPage {
  /// The manual page security(1). The page contains the help of the tool for each command.
  package static var security: ManualPage {
    var page = ManualPage("security", "store and find passwords and keys in the keychain")
    page.section("SYNOPSIS")
    page.synopsis("security", "[-h] [-i] [-l] [-p prompt] [-P] [-q] [-v] [command] [options]")
    page.section("DESCRIPTION")
    page.paragraph(
      "Keeps passwords and keys of the user in an encrypted keychain, with the commands, options, output and "
        + "exit statuses of the tool of the same name on macOS. An abbreviation of a command "
        + "selects the first command that begins with it.")
    page.section("OPTIONS")
    page.explain(CommandManual.globalDetails)
    page.section("COMMANDS")
    for command in CommandManual.all where command.isAvailable {
      page.subsection(command.name)
      page.synopsis("security \(command.name)", command.synopsis)
      page.paragraph(command.summary)
      page.explain(command.details)
    }
    page.section("COMMANDS THAT ARE NOT AVAILABLE")
    page.paragraph(
      "These commands only print an error. They are listed so that abbreviations mean the same as on macOS.")
    for command in CommandManual.all where !command.isAvailable {
      page.entry(command.name, command.summary)
    }
    page.addExitStatuses()
    page.addEnvironment()
    page.addExamples()
    page.addDocumentation("docs/security-tool.md")
    page.section("SEE ALSO")
    page.paragraph("git-credential-latchkey(1), docker-credential-latchkey(1)")
    return page
  }

  private mutating func addExamples() {
    section("EXAMPLES")
    for (purpose, lines) in Self.examples {
      paragraph(purpose)
      example(lines)
    }
  }

  /// The most common tasks, with their commands.
  static let examples: [(purpose: String, lines: [String])] = [
    (
      "Store a password, which is asked for, and print it:",
      [
        "security add-generic-password -a anna -s mail.example.com -w",
        "security find-generic-password -a anna -s mail.example.com -w",
      ]
    ),
    (
      "Store a key from a file, all its lines, or put another in its place:",
      ["security add-generic-password -U -a anna -s deploy-key -w < key.pem"]
    ),
    (
      "Import the passwords of a browser, first to look and then to store them:",
      [
        "security import-passwords --from csv passwords.csv",
        "security import-passwords --from csv passwords.csv --apply",
      ]
    ),
    (
      "Protect the keychain by a password, lock it and unlock it:",
      ["security set-keychain-password", "security lock-keychain", "security unlock-keychain"]
    ),
    (
      "Make a backup that opens on every device, and restore it:",
      [
        "security export-keychain-backup backup", "security import-keychain-backup -d backup",
        "security import-keychain-backup backup",
      ]
    ),
    (
      "Use a keychain of its own in a script:",
      ["export LATCHKEY_HOME=\"$(mktemp -d)\"", "security create-keychain -p '' login.keychain"]
    ),
  ]

  private mutating func addExitStatuses() {
    section("EXIT STATUS")
    for (status, meaning) in [
      ("0", "Success."), ("1", "The command could not do what it was asked."),
      ("2", "The arguments make no sense."),
      (
        "44",
        "There is no such item. Other statuses of the keychain are told by their low eight bits, too."
      ),
    ] {
      entry(status, meaning)
    }
  }

  /// Adds a section with the paths of the documentation that `make install` installs.
  mutating func addDocumentation(_ page: String) {
    section("DOCUMENTATION")
    paragraph(
      "The whole documentation is in share/doc/latchkey below the prefix of the installation, which is "
        + "/usr/local unless another was chosen:")
    example(["/usr/local/share/doc/latchkey/README.md", "/usr/local/share/doc/latchkey/\(page)"])
  }

  mutating func addEnvironment() {
    section("ENVIRONMENT")
    for (name, meaning) in [
      ("LATCHKEY_HOME", "The folder of all files of the keychain."),
      (
        "LATCHKEY_PASSCODE_FILE",
        "A file with the password of the keychain, for processes that nobody can be asked by."
      ),
      (
        "LATCHKEY_UNLOCK_DIRECTORY",
        "A folder in memory for unlocked keys, where the kernel refuses keyrings."
      ),
      ("LATCHKEY_PINENTRY", "The absolute path of the pinentry that asks."),
      ("LATCHKEY_LOG", "\"stderr\" or \"journal\" turns the log on."),
    ] {
      entry(name, meaning)
    }
    section("FILES")
    entry("~/.local/share/latchkey", "The keychain, unless XDG_DATA_HOME says otherwise.")
    entry(
      "~/.local/state/latchkey/device.key",
      "The device key, unless XDG_STATE_HOME says otherwise. Without it nothing can be read.")
  }
}
