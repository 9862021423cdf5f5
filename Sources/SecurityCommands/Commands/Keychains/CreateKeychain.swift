import Keychain
import KeychainCrypto
import KeychainModel

/// Makes keychains, and leaves them unlocked.
struct CreateKeychain {
  let session: CommandSession

  private static let context = "SecKeychainCreate"

  func run(_ arguments: Arguments) throws(CommandFailure) {
    let names = arguments.operands.isEmpty ? [try askForName()] : arguments.operands
    let hasList = try session.allKeychains().list != nil
    var paths: [KeychainPath] = []
    for name in names {
      let path = try session.path(of: name, in: Self.context)
      guard path == .login || hasList else { throw .keychain(.noSuchKeychain, name, in: Self.context) }
      guard path != .system, path != .systemRoots else { throw .keychain(.duplicateKeychain, name, in: Self.context) }
      paths.append(path)
    }
    if paths.contains(.login) { try requireNoLoginKeychain(names.first) }
    let given = arguments.value("p")?.bytes
    let password = if let given { given } else { try NewPassword.read(session, asking: .keychain) }
    let passcode = try KeychainPassword.passcode(consume password)
    for (path, name) in zip(paths, names) {
      let refusal = if case .file(let file) = path { try make(file, name, passcode) } else { try makeLogin(passcode) }
      guard let refusal else { continue }
      session.console.printError("create-keychain: \(CommandFailure.unsharedSentence(refusal))")
    }
  }

  private func requireNoLoginKeychain(_ name: Word?) throws(CommandFailure) {
    try session.selectKeychain("login.keychain")
    let isPresent = try session.withKeychain(in: Self.context) {
      (keychain) throws(KeychainError) in try keychain.isPresent()
    }
    guard !isPresent else { throw .keychain(.duplicateKeychain, name, in: Self.context) }
  }

  private func makeLogin(_ passcode: Passcode?) throws(CommandFailure) -> KeychainError? {
    try session.withKeychain(in: Self.context) {
      (keychain) throws(KeychainError) -> KeychainError? in
      try keychain.open()
      guard let passcode else { return nil }
      return try keychain.setPasscode(passcode)
    }
  }

  private func make(_ file: [UInt8], _ name: Word, _ passcode: Passcode?) throws(CommandFailure) -> KeychainError? {
    let list = try session.searchList("create-keychain")
    do throws(KeychainError) {
      return try list.create(file, password: passcode)
    } catch {
      guard error.code == .duplicateKeychain else {
        throw .keychain(error, in: "\(Self.context) \(name.text)")
      }
      throw .keychain(.duplicateKeychain, name, in: Self.context)
    }
  }

  private func askForName() throws(CommandFailure) -> Word {
    guard let name = try session.ask("keychain to create: "), !name.isEmpty else { throw .usage }
    return Word(name)
  }
}

extension Command {
  static let createKeychain = Command(
    "create-keychain", "Create keychains, and leave them unlocked.",
    synopsis: "[-P] [-p password] [name ...]",
    details: [
      "-P  ask for the password, as without -p",
      "-p  password; with an empty one the device key of this machine alone protects the keychain.",
      "    Others see it in the list of processes.",
      "A name is a file in the folder of keychains, as ~/Library/Keychains/name is. Any other path is the path of",
      "a file; such a keychain opens on another machine with its password alone. The new keychain is not in the",
      "search list: see list-keychains.",
    ],
    options: OptionSyntax("Pp:", secrets: ["p"])
  ) { (arguments, session) throws(CommandFailure) in
    try CreateKeychain(session: session).run(arguments)
  }
}
