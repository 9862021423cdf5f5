import Keychain
import KeychainCrypto
import KeychainModel

extension Command {
  static let unlockKeychain = Command(
    "unlock-keychain", "Unlock a keychain, for every program of the user.",
    synopsis: "[-u] [-p password] [keychain]",
    details: [
      "-u  use no password but the one that programs are given: LATCHKEY_PASSCODE_FILE names its",
      "    file, or it is the credential latchkey.passcode",
      "-p  the password. Others see it in the list of processes: better is to be asked, or a file.",
      "Without options: the one that programs are given, or else it is asked for.",
    ],
    options: OptionSyntax("up:", secrets: ["p"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    let context = "SecKeychainUnlock"
    let path = try session.selectKeychain(arguments.operands.first, in: context)
    let status = try session.withKeychain(in: context) {
      (keychain) throws(KeychainError) in
      try keychain.lockStatus()
    }
    guard status.hasPasscode else {
      if arguments.value("p")?.bytes.isEmpty == false {
        session.console.printError(
          "unlock-keychain: the keychain has no password; the one given was not checked.")
      }
      return
    }
    let keychain = try session.keychain()
    if try isUnlockedThroughAgent(keychain, arguments, session, path) { return }
    let passcode = try password(arguments, session, path)
    let refusal: KeychainError?
    do throws(KeychainError) {
      refusal = try keychain.unlock(passcode)
    } catch {
      throw .wrongPassword(error, arguments.operands.first, in: context)
    }
    if let refusal { throw .unshared("unlock-keychain", refusal) }
  }

  /// Lets `keychaind` ask for the password, unless an option or the environment gives it.
  private static func isUnlockedThroughAgent(
    _ keychain: KeychainClient, _ arguments: Arguments, _ session: CommandSession, _ path: KeychainPath
  ) throws(CommandFailure) -> Bool {
    let context = "SecKeychainUnlock"
    guard path == .login, arguments.value("p") == nil, !arguments.has("u") else { return false }
    let given = try CommandFailure.translating(in: context) { () throws(KeychainError) in try keychain.givenPasscode() }
    guard given == nil else { return false }
    return try session.askThroughAgent(keychain, in: context) { () throws(KeychainError) in try keychain.askToUnlock() }
  }

  private static func password(
    _ arguments: Arguments, _ session: CommandSession, _ path: KeychainPath
  ) throws(CommandFailure) -> Passcode {
    let context = "SecKeychainUnlock"
    if arguments.value("p") == nil, path == .login {
      let given = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
        try keychain.givenPasscode()
      }
      if let given { return given }
      guard !arguments.has("u") else {
        throw .keychain(
          KeychainError(
            .interactionNotAllowed, "no password was given, and none is to be asked for"),
          in: context)
      }
    }
    let name = arguments.operands.first?.text ?? "default"
    if arguments.value("p") == nil, arguments.has("u") {
      throw .keychain(
        KeychainError(.interactionNotAllowed, "no password was given, and none is to be asked for"), in: context)
    }
    let typed = try KeychainPassword.read(
      arguments.value("p"), for: path, session, prompt: "password to unlock \(name): ")
    // The password of the login keychain is never empty.
    guard let typed else {
      throw .keychain(KeychainError(.authenticationFailed, "the password is empty"), in: context)
    }
    return typed
  }
}

extension Command {
  static let lockKeychain = Command(
    "lock-keychain", "Lock a keychain, for every program.", synopsis: "[-a | keychain]",
    details: [
      "-a  all keychains that have a password: login, the default keychain, those in the search list, and",
      "    those in the user's folder of keychains", "It takes a password: see set-keychain-password.",
    ],
    options: OptionSyntax("a")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= (arguments.has("a") ? 0 : 1) else { throw .usage }
    if arguments.has("a") {
      session.forgetProof()
      let keychains = try session.allKeychains()
      do throws(KeychainError) {
        if try !keychains.lockAll() { session.printUnrecordedLocking() }
      } catch {
        guard error.failureCause != .passcodeMissing else { throw .refused("lock-keychain", .locking) }
        throw .keychain(error, in: "SecKeychainLock")
      }
      return
    }
    try session.selectKeychain(arguments.operands.first)
    try session.requireKeychainPassword("lock-keychain")
    session.forgetProof()
    try session.lock(try session.keychain())
  }
}

extension CommandSession {
  /// Locks a keychain.
  func lock(_ keychain: KeychainClient) throws(CommandFailure) {
    let isRecorded = try CommandFailure.translating(in: "SecKeychainLock") { () throws(KeychainError) in
      try keychain.lock()
    }
    if !isRecorded { printUnrecordedLocking() }
  }

  fileprivate func printUnrecordedLocking() {
    console.printError(
      "lock-keychain: the keychain is locked, but the database could not record it; its next change does")
  }

  /// Checks that the keychain can be locked.
  ///
  /// - Throws: A failure if there is no keychain, or if the keychain has no password.
  func requireKeychainPassword(_ command: String) throws(CommandFailure) {
    let hasPassword = try withKeychain(in: "SecKeychainGetStatus") {
      (keychain) throws(KeychainError) in
      try keychain.canBeLocked()
    }
    guard hasPassword else { throw .refused(command, .locking) }
  }
}

extension Command {
  static let setKeychainSettings = Command(
    "set-keychain-settings", "Set when a keychain locks itself.",
    synopsis: "[-l] [-u] [-t seconds] [keychain]",
    details: [
      "-l  when the machine sleeps",
      "-u  after some time; without -t it means never, as on macOS",
      "-t  so many seconds after it was unlocked, those included during which the machine sleeps",
      "Without options: never. It takes a password: see set-keychain-password.",
    ],
    options: OptionSyntax("lut:")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    var settings = LockSettings(locksWhenSuspended: arguments.has("l"))
    if let time = arguments.value("t") {
      guard let seconds = UInt32(time.text), seconds > 0 else {
        throw .usage("-t: \"\(time.text)\" is not a number of seconds")
      }
      settings.timeout = seconds
    }
    try session.selectKeychain(arguments.operands.first)
    let hasPassword = try session.withKeychain(in: "SecKeychainSetSettings") {
      (keychain) throws(KeychainError) in
      try keychain.isPresent() ? try keychain.lockStatus().hasPasscode : false
    }
    guard hasPassword else {
      // A keychain without a password never locks. The command refuses settings that enable locking, and ignores
      // settings that disable locking.
      guard settings == LockSettings() else {
        throw .refused("set-keychain-settings", .locking)
      }
      return
    }
    try session.withKeychain(in: "SecKeychainSetSettings") { (keychain) throws(KeychainError) in
      try keychain.set(settings)
    }
  }
}
