import Keychain
import KeychainModel

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
