import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport

/// The keychain of a user or of a system unit in `keychaind`, for root.
struct UserKeychain {
  /// The word that names the keychain.
  let word: String
  let client: KeychainClient
  /// The number of the user; nil for a system unit.
  let user: UInt32?

  /// The keychain that the option -u names: the name or the number of a user, or `unit-` and the name of a system unit.
  ///
  /// - Throws: A failure if the option is missing or names no user, or if the command is not run by root.
  init(_ arguments: Arguments, _ context: String) throws(CommandFailure) {
    guard let word = arguments.value("u")?.text, !word.isEmpty else { throw .usage("-u names the user") }
    guard geteuid() == 0 else { throw .failed("\(context): only root may do this.") }
    self.word = word
    let isUnit = word.hasPrefix("unit-")
    user = isUnit ? nil : UserAccounts.system.user(named: word) ?? UInt32(word)
    guard isUnit || user != nil else { throw .failed("\(context): there is no user \(word).") }
    let name = user.map { "\($0)" } ?? word
    client = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      KeychainClient.administering(try LoginKeychain.administered(name))
    }
  }
}

extension MoveToService {
  /// Gives a keychain back to its user.
  static func giveBack(_ arguments: Arguments, _ session: CommandSession) throws(CommandFailure) {
    guard geteuid() == 0 else {
      throw .failed(
        "\(context): private keys that never leave keychaind come back, too, so only root can give a keychain back. Ask "
          + "root: security move-to-service --back -u USER")
    }
    let location = try location(arguments)
    let keychain = try UserKeychain(arguments, context)
    guard let user = keychain.user else { throw .usage("--back is for users") }
    let progress = session.progress("given back")
    defer { progress.end() }
    let (outcome, path) = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try KeychainReturn(keychain.client, to: user, at: location).run(onProgress: progress.show)
    }
    progress.end()
    session.console.print(
      "\(counted(outcome.items, "item")) given back to \(keychain.word): \(TerminalSafeText.of(path))")
    if outcome.protected > 0 {
      session.console.print("kept in the folder of keychaind, items of protected applications: \(outcome.protected)")
    }
    session.console.print("Programs use this keychain when the machine has no keychaind any more (uninstall-service).")
  }

  /// The folders that the options name; nil for the folders in the home folder of the user.
  private static func location(_ arguments: Arguments) throws(CommandFailure) -> StoreLocation? {
    let folders = (arguments.value("data")?.text, arguments.value("key")?.text)
    guard arguments.has("data") || arguments.has("key") else { return nil }
    guard let data = folders.0, let key = folders.1, data.hasPrefix("/"), key.hasPrefix("/") else {
      throw .usage("--data and --key name both folders of the keychain by their absolute paths")
    }
    return StoreLocation(dataDirectory: data, keyDirectory: key)
  }
}

extension Command {
  static let exportUserKeychain = Command(
    "export-user-keychain", "For root: write a copy of the keychain of a user in keychaind. (only in Latchkey)",
    synopsis: "-u user [-f] file",
    details: [
      "The copy has everything, also while the keychain is locked. Only its device key opens it.",
      "-u  the name or the number of the user, or unit-NAME for a system unit",
      "-f  replace the file if it is there",
    ],
    options: OptionSyntax("u:f", mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard let file = arguments.operands.first, arguments.operands.count == 1 else { throw .usage }
    let context = "export-user-keychain"
    let keychain = try UserKeychain(arguments, context)
    let progress = session.progress("copied")
    defer { progress.end() }
    let outcome = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      let output = try StreamedFile(file.bytes, noun: "the copy of the keychain", replaces: arguments.has("f"))
      let outcome = try keychain.client.exportCopy(includesProtected: true, onProgress: progress.show) {
        (bytes) throws(KeychainError) in
        try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
          try output.append(UnsafeRawBufferPointer(bytes))
        }
      }
      try output.finish()
      return outcome
    }
    progress.end()
    session.console.print("copied: \(counted(outcome.items, "item"))")
  }

  static let importUserKeychain = Command(
    "import-user-keychain", "For root: restore the copy of a keychain in keychaind. (only in Latchkey)",
    synopsis: "-u user [--device-key copy | -w] file",
    details: [
      "Only for a user whose keychain in keychaind has no items and no password.",
      "-u  the name or the number of the user, or unit-NAME for a system unit",
      "--device-key copy  a copy of the device key of the keychain; without it, the key of this machine is used",
      "-w  read it from the nine lines that export-device-key -w printed",
    ],
    options: OptionSyntax("u:w", long: ["device-key"], values: ["device-key": .file], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard let file = arguments.operands.first, arguments.operands.count == 1 else { throw .usage }
    guard !arguments.has("device-key") || !arguments.has("w") else { throw .usage("--device-key or -w, not both") }
    let context = "import-user-keychain"
    let keychain = try UserKeychain(arguments, context)
    var key: DeviceKeyCopy?
    if let path = arguments.value("device-key") { key = .file(path.bytes) }
    if arguments.has("w") { key = .typed(try TypedDeviceKey.read(session, in: context)) }
    let progress = session.progress("restored")
    defer { progress.end() }
    let outcome = try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try keychain.client.importCopy(at: file.bytes, key, onProgress: progress.show)
    }
    progress.end()
    session.console.print(
      outcome.isRepeated
        ? "the keychain was restored already" : "restored: \(counted(outcome.items, "item"))")
  }

  static let deleteUserKeychain = Command(
    "delete-user-keychain", "For root: delete the keychain of a user in keychaind. (only in Latchkey)",
    synopsis: "-u user [-f]",
    details: [
      "Destroys the keys and every item, also of a user whose account is gone.",
      "-u  the name or the number of the user, or unit-NAME for a system unit",
      "-f  do not ask; needed where nobody can be asked",
    ],
    options: OptionSyntax("u:f")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    let context = "delete-user-keychain"
    let keychain = try UserKeychain(arguments, context)
    if !arguments.has("f") {
      guard session.input.isTerminal else {
        throw .failed("\(context): nothing was deleted: -f is needed where nobody can be asked.")
      }
      guard try session.confirms("Destroy the keys and every item of \(keychain.word) in keychaind, for good?") else {
        throw .failed("\(context): nothing was deleted.")
      }
    }
    try CommandFailure.translating(in: context) { () throws(KeychainError) in try keychain.client.deleteKeychain() }
    session.console.print("deleted: the keychain of \(keychain.word)")
  }

  static let keepUserKeychain = Command(
    "keep-user-keychain", "For root: give a keychain in keychaind to the present user. (only in Latchkey)",
    synopsis: "-u user",
    details: [
      "For a keychain whose user has another name now. If the number belongs to another person now,",
      "delete-user-keychain is right.",
      "-u  the name or the number of the user",
    ],
    options: OptionSyntax("u:")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    let context = "keep-user-keychain"
    let keychain = try UserKeychain(arguments, context)
    try CommandFailure.translating(in: context) { () throws(KeychainError) in try keychain.client.keepKeychain() }
    session.console.print("the keychain belongs to \(keychain.word) now")
  }
}
