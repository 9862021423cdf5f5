import Keychain
import KeychainModel

extension Command {
  static let lockKeychain = Command(
    "lock-keychain", "Lock a keychain, for every program.", synopsis: "[-a | keychain]",
    details: ["-a  all keychains", "It takes a password: see set-keychain-password."],
    options: OptionSyntax("a")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= (arguments.has("a") ? 0 : 1) else { throw .usage }
    try session.checkKeychains(arguments.operands)
    try session.requireKeychainPassword("lock-keychain")
    session.forgetProof()
    let isRecorded = try session.withKeychain(in: "SecKeychainLock") {
      (keychain) throws(KeychainError) in
      try keychain.lock()
    }
    guard !isRecorded else { return }
    session.console.printError(
      "lock-keychain: the keychain is locked, but the database could not record it; its next change does"
    )
  }
}

extension CommandSession {
  /// - Throws: A failure if there is no keychain, or if it has no password: then it cannot be locked.
  func requireKeychainPassword(_ command: String) throws(CommandFailure) {
    let hasPassword = try withKeychain(in: "SecKeychainGetStatus") {
      (keychain) throws(KeychainError) in
      try keychain.canBeLocked()
    }
    guard hasPassword else { throw .refused(command, .locking) }
  }
}
