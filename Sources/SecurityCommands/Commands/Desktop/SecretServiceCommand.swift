import Glibc
import KeychainPrompt
import PasswordTransfer

/// Makes `latchkey-secret-service` the Secret Service of the user, or takes that back (docs/desktop.md).
struct SecretServiceCommand {
  let session: CommandSession
  let files: SecretServiceFiles

  private static let program = "latchkey-secret-service"

  func enable(asks: Bool) throws(CommandFailure) {
    let program = try Self.installedProgram(beside: CurrentProgram.path)
    let notes = try translating { () throws(SecretServiceFiles.Failure) in try files.make(program: program, asks: asks)
    }
    for note in notes {
      session.console.printError("secret-service: \(TerminalSafeText.of(note))")
    }
    SecretServiceOwner.reloadActivation()
    session.console.print("enabled: \(TerminalSafeText.of(files.activationPath))")
    printOwner(SecretServiceOwner.present())
  }

  func disable() throws(CommandFailure) {
    guard files.state != .foreign else {
      throw .failed(
        "secret-service: \(TerminalSafeText.of(files.activationPath)) is of another program; nothing was changed.")
    }
    let wasEnabled = files.state == .enabled
    try translating { () throws(SecretServiceFiles.Failure) in try files.remove() }
    SecretServiceOwner.reloadActivation()
    session.console.print(wasEnabled ? "disabled" : "It was not enabled.")
    guard case .program(let path, let process) = SecretServiceOwner.present(), isOurs(path) else { return }
    session.console.print(
      "\(Self.program) (process \(process)) serves this session until it ends. The items stay in the keychain.")
  }

  func printStatus() {
    let state =
      switch files.state {
      case .enabled: "enabled: \(TerminalSafeText.of(files.activationPath))"
      case .disabled: "not enabled"
      case .foreign: "another program is enabled: \(TerminalSafeText.of(files.activationPath))"
      }
    session.console.print(state)
    printOwner(SecretServiceOwner.present())
  }

  private func isOurs(_ path: String) -> Bool { path.split(separator: "/").last.map(String.init) == Self.program }

  private func printOwner(_ owner: SecretServiceOwner) {
    switch owner {
    case .noBus(let reason): session.console.print("There is no session bus here: \(TerminalSafeText.of(reason))")
    case .none: session.console.print("No program is the Secret Service of this session yet.")
    case .program(let path, let process) where isOurs(path):
      session.console.print("\(Self.program) (process \(process)) is the Secret Service of this session.")
    case .program(let path, let process):
      session.console.print(
        "\(TerminalSafeText.of(path)) (process \(process)) is the Secret Service of this session.")
      guard files.state == .enabled else { return }
      session.console.print(
        "No other program can take its place while it runs. Log out and in, or end that program; then the next "
          + "program that asks for a secret starts \(Self.program).")
    }
  }

  private func translating<Result>(
    _ body: () throws(SecretServiceFiles.Failure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(SecretServiceFiles.Failure) { return try body() } catch {
      throw .failed("secret-service: \(TerminalSafeText.of(error.sentence))")
    }
  }

  /// The program that was installed together with the tool.
  ///
  /// - Parameter tool: The path of the tool's file, without symbolic links.
  static func installedProgram(beside tool: String) throws(CommandFailure) -> String {
    let prefix = tool.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    let path = "\(prefix)/libexec/\(program)"
    guard access(path, X_OK) == 0 else {
      throw .failed("secret-service: \(path) is not installed; \"make install\" installs it.")
    }
    return path
  }
}

extension Command {
  static let secretService = Command(
    "secret-service", "Make this keychain the Secret Service of the desktop. (only in Latchkey)",
    synopsis: "enable [--ask] | disable | status",
    details: [
      "enable   programs of your sessions that use libsecret store and find their passwords in your",
      "         keychains. gnome-keyring no longer starts for the Secret Service.",
      "         --ask asks you once about each program, and protects from no hostile program",
      "disable  take that back; the items stay in the keychains",
      "status   print whether it is enabled, and which program is the Secret Service now",
    ],
    options: OptionSyntax("", flags: ["ask"], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard let word = arguments.operands.first?.text, arguments.operands.count == 1 else { throw .usage }
    let files: SecretServiceFiles
    do throws(SecretServiceFiles.Failure) { files = try .ofUser() } catch {
      throw .failed("secret-service: \(error.sentence)")
    }
    let command = SecretServiceCommand(session: session, files: files)
    switch word {
    case "enable": try command.enable(asks: arguments.has("ask"))
    case _ where arguments.has("ask"): throw .usage
    case "disable": try command.disable()
    case "status": command.printStatus()
    default: throw .usage
    }
  }
}
