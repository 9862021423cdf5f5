import Keychain
import KeychainModel
import CertificateTrust

extension Command {
  static let userTrustSettingsEnable = Command(
    "user-trust-settings-enable", "Enable trust settings of the user.",
    synopsis: "[-d|-e]",
    details: [
      "-d  the settings of users do not count any more; takes the rights of an administrator",
      "-e  they count again",
      "Says whether they count, without either.",
    ],
    options: OptionSyntax("de")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty, !(arguments.has("d") && arguments.has("e")) else {
      throw .usage
    }
    let store = try session.trustSettings()
    let context = "user-trust-settings-enable"
    guard arguments.has("d") || arguments.has("e") else {
      let areHeeded = try CommandFailure.translating(in: context) { () throws(KeychainError) in
        try store.areUserSettingsEnabled()
      }
      session.console.print(
        "User-level Trust Settings are \(areHeeded ? "Enabled" : "Disabled")")
      return
    }
    try CommandFailure.translating(in: context) { () throws(KeychainError) in
      try store.change(.admin) { (list, _) throws(KeychainError) in
        list.disablesUsers = arguments.has("d")
      }
    }
  }
}
