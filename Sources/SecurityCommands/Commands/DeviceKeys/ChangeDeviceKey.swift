import Keychain
import KeychainModel

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
    try session.checkKeychains(arguments.operands)
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
