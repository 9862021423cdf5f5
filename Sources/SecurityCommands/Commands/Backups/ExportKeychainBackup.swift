import Glibc
import Keychain
import KeychainCrypto
import KeychainModel

/// Writes a backup of the items. A backup with a passphrase can be decrypted only with the passphrase. A backup without
/// a passphrase can be decrypted only with the device key of this keychain.
struct ExportKeychainBackup {
  let session: CommandSession
  let arguments: Arguments

  private static let context = "export-keychain-backup"
  private static let prompts = NewPassword.Prompts(
    first: "passphrase for the backup: ", second: "retype passphrase for the backup: ")

  func run(_ file: Word) throws(CommandFailure) {
    try session.selectKeychain(arguments.operands.dropFirst().first)
    // The file and its folder are checked before the user types a passphrase.
    if !arguments.has("f"), Self.isThere(file) {
      throw .failed("\(Self.context): \(file.text) is there already; -f replaces it.")
    }
    if let obstacle = Self.obstacle(inFolderOf: file) {
      throw .failed("\(Self.context): \(file.text): \(obstacle.text)")
    }
    let passphrase = try passphrase()
    let progress = session.progress("backed up")
    defer { progress.end() }
    let outcome = try session.withKeychain(in: Self.context, naming: file) {
      (keychain) throws(KeychainError) in
      try keychain.exportBackup(
        to: file.bytes, passphrase: passphrase, replaces: arguments.has("f")
      ) { progress.show($0, of: $1) }
    }
    progress.end()
    if outcome.isOpenToOthers { session.console.printError(OutputFile.warning(file)) }
    try report(outcome, isForThisDevice: passphrase == nil)
  }

  private static func isThere(_ file: Word) -> Bool {
    var status = stat()
    return lstat(file.bytes.terminated, &status) == 0
  }

  /// Returns the reason for which the folder of a file cannot be used; nil if the folder can be used.
  private static func obstacle(inFolderOf file: Word) -> StreamFailure? {
    guard let slash = file.bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    var status = stat()
    // The path of the folder ends with a slash. So stat fails if the path leads to a file and not to a folder.
    let isThere = stat(Array(file.bytes[...slash]).terminated, &status) == 0
    return isThere ? nil : StreamFailure(error: errno)
  }

  private func passphrase() throws(CommandFailure) -> Passcode? {
    guard !arguments.has("n") else { return nil }
    let given =
      if let word = arguments.value("P") {
        word.bytes
      } else {
        try NewPassword.read(session, asking: Self.prompts)
      }
    guard let passphrase = try KeychainPassword.passcode(consume given) else {
      throw .failed(
        "\(Self.context): the passphrase is empty. -n makes a backup for this device only.")
    }
    return passphrase
  }

  private func report(
    _ outcome: BackupOutcome, isForThisDevice: Bool
  ) throws(CommandFailure) {
    var line = "backed up: \(counted(outcome.items, "item"))"
    if isForThisDevice {
      line += ", for this device only"
    } else if outcome.thisDeviceOnly > 0 {
      line += ", \(outcome.thisDeviceOnly) of them for this device only"
    }
    session.console.print(line)
    for reason in BackupExclusion.allCases {
      guard let count = outcome.excluded[reason] else { continue }
      session.console.print("not in a backup, \(reason.rawValue): \(count)")
    }
    guard outcome.unreadable == 0 else {
      throw .failed(
        "items that cannot be read and are missing: \(outcome.unreadable); verify-keychain says why"
      )
    }
  }
}

extension Command {
  static let exportKeychainBackup = Command(
    "export-keychain-backup", "Write the items to a sealed file. (only in Latchkey)",
    synopsis: "[-P passphrase | -n] [-f] file [keychain]",
    details: [
      "-P  the passphrase, which opens the backup on every device. Others see it in the list of",
      "    processes: better is to be asked.",
      "-n  no passphrase: only this device opens the backup",
      "-f  replace the file if it is there",
    ],
    options: OptionSyntax("P:nf", secrets: ["P"], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard let file = arguments.operands.first, arguments.operands.count <= 2 else { throw .usage }
    guard !arguments.has("P") || !arguments.has("n") else { throw .usage("-P or -n, not both") }
    try ExportKeychainBackup(session: session, arguments: arguments).run(file)
  }
}
