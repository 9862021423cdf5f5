import Keychain
import KeychainModel

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
      try keychain.removeDeviceKeyFile(copy: copy)
    }
    session.console.print("The file of the device key was removed.")
    if !isOverwritten {
      session.console.printError(
        "it was not overwritten, or has further names: it may still be found on the disk.")
    }
  }
}
