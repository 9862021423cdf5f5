import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel

extension Command {
  static let exportDeviceKey = Command(
    "export-device-key", "Copy the device key, for safe-keeping. (only in Latchkey)",
    synopsis: "-o file | -w [--yes] [keychain]",
    details: [
      "Whoever has the device key and the files of the keychain reads everything in it.",
      "-o     write a copy to a new file that only its owner may read",
      "-w     print it as nine lines to write down on paper",
      "--yes  do so where it is no terminal that they are printed to",
    ],
    options: OptionSyntax("o:w", flags: ["yes"], values: ["o": .file])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1, arguments.has("o") != arguments.has("w") else {
      throw .usage
    }
    try session.selectKeychain(arguments.operands.first)
    if let path = arguments.value("o") {
      let isPrivate = try session.withKeychain(in: "export-device-key", naming: path) {
        (keychain) throws(KeychainError) in
        try keychain.exportDeviceKey(to: path.bytes)
      }
      if !isPrivate { session.console.printError(OutputFile.warning(path)) }
      session.console.printError("\(path.text) opens this keychain; keep it apart from its files.")
      return
    }
    guard session.console.isTerminal(.output) || arguments.has("yes") else {
      throw .failed(
        "export-device-key: this is no terminal; --yes prints the device key all the same.")
    }
    let text = try session.withKeychain(in: "export-device-key") {
      (keychain) throws(KeychainError) in
      Lines(text: try keychain.deviceKeyOnPaper())
    }
    text.text.withUnsafeBytes { session.console.write($0) }
    session.console.flush()
    session.console.printError(
      "write down all nine lines, and keep them apart from the files of the keychain; "
        + "import-device-key -w reads them.")
  }

  private final class Lines {
    let text: WipedBytes
    init(text: consuming WipedBytes) { self.text = text }
  }
}

extension Command {
  static let importDeviceKey = Command(
    "import-device-key", "Put the device key back in place, from a copy. (only in Latchkey)",
    synopsis: "file | -w",
    details: [
      "It must be the key of this keychain, and its place must be free.",
      "-w  read the nine lines that export-device-key -w printed",
    ],
    options: OptionSyntax("w")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count == (arguments.has("w") ? 0 : 1) else { throw .usage }
    let context = "import-device-key"
    // Nobody types nine lines in vain.
    try session.withKeychain(in: context) { (keychain) throws(KeychainError) in try keychain.requireOwnDeviceKeyFile() }
    let isNew: Bool
    if let path = arguments.operands.first {
      isNew = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
        try keychain.importDeviceKey(from: path.bytes)
      }
    } else {
      let key = try TypedDeviceKey.read(session, in: context)
      isNew = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
        try keychain.importDeviceKey(key)
      }
    }
    let source = try? session.keychain().location.deviceKeySource()
    session.console.print(
      isNew ? "The device key is in place." : "The device key was in place already.")
    if source?.isCredential == true {
      session.console.printError("the file is not used as long as the device key is a credential.")
    }
  }
}

/// Reads a device key that the user types from paper.
enum TypedDeviceKey {
  /// Asks for the nine lines that `export-device-key -w` printed. At a terminal, the function asks again for a line
  /// that was mistyped.
  ///
  /// - Parameter context: The name of the command.
  static func read(_ session: CommandSession, in context: String) throws(CommandFailure) -> DeviceKey {
    func failure(_ error: KeychainError) -> CommandFailure {
      .failed("\(context): \(error.reason); nothing was changed.")
    }
    var reader = DeviceKeyPaper.Reader()
    while !reader.isComplete {
      guard var line = try session.ask("Line \(reader.nextLine) of \(DeviceKeyPaper.lineCount): ")
      else {
        throw .failed("\(context): input ends before line \(reader.nextLine).")
      }
      defer { line.wipe() }
      // A blank line only separates groups of lines, so a blank line is skipped.
      guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else {
        continue
      }
      do throws(KeychainError) {
        try line.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
          try reader.take(UnsafeRawBufferPointer(bytes))
        }
      } catch {
        guard error.code == .decode, session.input.isTerminal else { throw failure(error) }
        session.console.printError("\(error.reason); nothing was changed yet.")
      }
    }
    do throws(KeychainError) {
      return try reader.key()
    } catch {
      throw failure(error)
    }
  }
}

extension Command {
  static let changeDeviceKey = Command(
    "change-device-key", "Put a new device key in place of the present one. (only in Latchkey)",
    synopsis: "[-o password] [keychain]",
    details: [
      "-o  the password; it is asked for when there is one and it is not given. Others see it in the",
      "    list of processes: better is to be asked.",
      "Copies of the old one are worth nothing for this keychain then; export the new one. Backups that",
      "were made before take a copy of the old one: make new ones as well.",
    ],
    options: OptionSyntax("o:", secrets: ["o"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.selectKeychain(arguments.operands.first)
    let context = "change-device-key"
    let passcode = try session.keychainPassword(arguments.value("o"), in: context)
    let isDone = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.changeDeviceKey(passcode)
    }
    session.console.print(
      isDone
        ? "The device key was changed. Copies of the old one do not open this keychain any more: make "
          + "new ones with export-device-key. Make new backups, too: without a copy of the old one those of "
          + "before that have no passphrase do not open, nor do items in others that are for this device only."
        : "There is no keychain yet.")
  }
}

extension Command {
  static let removeDeviceKey = Command(
    "remove-device-key",
    "Remove the file of the device key, which is kept elsewhere. (only in Latchkey)",
    synopsis: "[copy]",
    details: [
      "The copy must open the keychain. Without one, the device key must be passed as the credential",
      "latchkey.device-key, and open it. Otherwise nothing is removed.",
    ],
    options: OptionSyntax("")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    let copy = arguments.operands.first?.bytes
    let isOverwritten = try session.withKeychain(in: "remove-device-key") {
      (keychain) throws(KeychainError) in
      try keychain.requireOwnDeviceKeyFile()
      return try keychain.removeDeviceKeyFile(copy: copy)
    }
    session.console.print("The file of the device key was removed.")
    if !isOverwritten {
      session.console.printError(
        "it was not overwritten, or has further names: it may still be found on the disk.")
    }
  }
}
