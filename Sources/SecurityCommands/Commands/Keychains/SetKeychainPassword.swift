import Keychain
import KeychainCrypto
import KeychainModel

extension Command {
  static let setKeychainPassword = Command(
    "set-keychain-password", "Set, change or remove the password of a keychain.",
    synopsis: "[-o password] [-p password] [--login] [keychain]",
    details: [
      "-o  the old password; it is asked for when there is one and it is not given",
      "-p  the new password. Others see both in the list of processes: better is to be asked.",
      "--login  the new password is the login password: a login unlocks the keychain, and passwd changes its password.",
      "    Without --login, the password is one of its own, and a login does nothing. Needs pam_latchkey(8).",
      "An empty new password removes that of the login keychain. Items that need one are then lost for good.",
    ],
    options: OptionSyntax("o:p:", flags: ["login"], secrets: ["o", "p"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    let context = "SecKeychainChangePassword"
    let path = try session.selectKeychain(arguments.operands.first)
    let isLoginPassword = arguments.has("login")
    guard !isLoginPassword || path == .login else {
      throw .failed("set-keychain-password: a login unlocks only the login keychain.")
    }
    let status = try session.withKeychain(in: context) {
      (keychain) throws(KeychainError) in
      try keychain.lockStatus()
    }
    var old: Passcode?
    if status.hasPasscode {
      old = try KeychainPassword.read(arguments.value("o"), for: path, session, prompt: "Old Password: ")
      guard old != nil else {
        throw .keychain(
          KeychainError(.authenticationFailed, "the old password is empty"), in: context)
      }
    } else if arguments.value("o")?.bytes.isEmpty == false {
      throw .keychain(
        KeychainError(.authenticationFailed, "the keychain has no password"), in: context)
    }
    // macOS shows the same prompts.
    let prompts =
      isLoginPassword
      ? NewPassword.Prompts(first: "Login Password: ", second: "Retype Login Password: ")
      : NewPassword.Prompts(first: "New Password: ", second: "Retype New Password: ")
    let typed =
      if let given = arguments.value("p") { given.bytes } else { try NewPassword.read(session, asking: prompts) }
    // With an empty password, nothing would protect a keychain that has no device key.
    let isPortable = try session.keychain().location.named?.isPortable == true
    guard !typed.isEmpty || !isPortable else {
      throw .failed("\(context): the password alone protects this keychain, so the password must not be empty.")
    }
    let new = try KeychainPassword.passcode(typed, for: path)
    guard new != nil || !isLoginPassword else {
      throw .failed("\(context): the login password must not be empty.")
    }
    if new == nil, old != nil, arguments.value("p") == nil, session.input.isTerminal {
      let question = "Remove the password? Items that need one are lost for good."
      guard try session.confirms(question) else { throw CommandFailure(status: 1) }
    }
    let refusal = try session.withKeychain(in: context) {
      (keychain) throws(KeychainError) -> KeychainError? in
      switch (old, new) {
      case (let old?, let new?):
        return try keychain.changePasscode(from: old, to: new, isLoginPassword: isLoginPassword)
      case (nil, let new?): return try keychain.setPasscode(new, isLoginPassword: isLoginPassword)
      case (let old?, nil): try keychain.removePasscode(old)
      case (nil, nil): break
      }
      return nil
    }
    if let refusal {
      // The password was changed, but the unlocked keys could not be shared with other programs. The command prints
      // this problem and succeeds.
      session.console.printError(
        "set-keychain-password: \(CommandFailure.unsharedSentence(refusal))")
    }
  }
}
