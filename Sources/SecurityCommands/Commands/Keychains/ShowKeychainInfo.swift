import Keychain
import KeychainCrypto
import KeychainModel
import KeychainTransport

extension Command {
  static let showKeychainInfo = Command(
    "show-keychain-info", "Print the settings of a keychain.", synopsis: "[-s] [keychain]",
    details: [
      "-s  not available: no salt can be shown",
      "With security -v: the mode (keychaind, or files of this user), the grade of this program, where the files",
      "lie, and what must be kept safe.",
    ],
    options: OptionSyntax("s")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    guard !arguments.has("s") else {
      throw .failed("show-keychain-info: there is no salt to show.")
    }
    try session.selectKeychain(arguments.operands.first)
    let name = arguments.operands.first?.text ?? "<NULL>"
    let status = try session.withKeychain(in: "SecKeychainCopySettings") {
      (keychain) throws(KeychainError) in
      try keychain.isPresent() ? try keychain.lockStatus() : nil
    }
    session.console.print(
      "Keychain \"\(name)\"\(settings(status?.settings ?? LockSettings()))", to: .error)
    if session.isVerbose {
      session.console.print("password:   \(state(status))", to: .error)
      if let sentence = status?.login.sentence { session.console.print("login:      \(sentence)", to: .error) }
      session.console.print(try place(session), to: .error)
    }
  }

  /// Returns where the keychain is: in `keychaind`, or in files of the user.
  private static func place(_ session: CommandSession) throws(CommandFailure) -> String {
    let keychain = try session.keychain()
    do throws(KeychainError) {
      guard let identity = try keychain.identityInService() else {
        return "\(ServiceText.none)\n\(KeychainFilesText.describe(keychain.location))"
      }
      return "service:    \(ServiceText.describe(identity))"
    } catch {
      throw .keychain(error, in: "SecKeychainCopySettings")
    }
  }

  /// Returns the lock settings in the format that macOS prints.
  private static func settings(_ settings: LockSettings) -> String {
    let sleep = settings.locksWhenSuspended ? " lock-on-sleep" : ""
    return sleep + (settings.timeout.map { " timeout=\($0)s" } ?? " no-timeout")
  }

  private static func state(_ status: LockStatus?) -> String {
    guard let status, status.hasPasscode else { return "none is set: nothing can be locked" }
    return switch status.state {
    case .unlocked: "set; unlocked"
    case .locked: "set; locked"
    case .beforeFirstUnlock: "set; locked since the machine was started"
    }
  }
}

extension LoginPassword {
  /// What a login does to the keychain; nil when it does nothing.
  var sentence: String? {
    switch self {
    case .separate: nil
    case .same: "the login password is the password of the keychain"
    case .differs:
      "the login password is not the password of the keychain any more, so a login does not unlock it"
    }
  }

  /// What to do when the login password differs.
  static let remedy =
    "set-keychain-password --login asks for the password of the keychain, and then for the login password."
}

/// Makes the text that describes how `keychaind` knows the program.
enum ServiceText {
  /// The text for a keychain in the process of the program.
  static let none = """
    service:    none: this program opens the files of the keychain itself. Its grade is 0, and the
                access groups prevent accidents only
    """

  static func describe(_ identity: Welcome) -> String {
    let name = identity.application.isEmpty ? "a program without a manifest" : identity.application
    return
      "the keychain is in keychaind, which knows this program as \(name), with the grade \(identity.grade), and gives "
      + "it the access groups \(identity.accessGroups.joined(separator: ", "))"
  }
}

/// Makes the text that describes the files of a keychain to the user.
enum KeychainFilesText {
  static func describe(_ location: StoreLocation) -> String {
    """
    database:   \(location.databasePath)
    keybag:     \(location.dataDirectory)/keybag.N, with the greatest number N
    device key: \(deviceKey(location))\(memory)

    WHOEVER LOSES THE DEVICE KEY LOSES EVERYTHING. Nothing opens the keychain without it: not
    the other files, not a password, nobody.

    To back up, copy \(backedUp(location)) while no program
    uses the keychain. The copies open only together. Whoever has both can read everything, so
    keep the copy of the device key where strangers do not get.
    """
  }

  private static var memory: String {
    KeyMemoryWeakness.sentences().map { "\nmemory:     \($0)" }.joined()
  }

  private static func deviceKey(_ location: StoreLocation) -> String {
    do throws(KeychainError) {
      let source = try location.deviceKeySource()
      guard source.isCredential else { return source.path }
      let passed =
        "\(source.path), passed to this process as a credential: no\n"
        + "            copy of the files holds it, and it must be kept by itself"
      guard let file = source.unusedFile else { return passed }
      return passed + "\nunused:     \(file), which lies there too"
    } catch {
      return "not known: \(error.reason)"
    }
  }

  private static func backedUp(_ location: StoreLocation) -> String {
    location.dataDirectory == location.keyDirectory
      ? "all of \(location.dataDirectory)"
      : "all of \(location.dataDirectory)\nand all of \(location.keyDirectory)"
  }
}
