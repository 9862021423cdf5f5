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
    try session.checkKeychains(arguments.operands)
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
