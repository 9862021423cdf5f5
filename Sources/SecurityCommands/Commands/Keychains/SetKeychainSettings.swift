import Keychain
import KeychainModel

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
    try session.checkKeychains(arguments.operands)
    let hasPassword = try session.withKeychain(in: "SecKeychainSetSettings") {
      (keychain) throws(KeychainError) in
      try keychain.isPresent() ? try keychain.lockStatus().hasPasscode : false
    }
    guard hasPassword else {
      // A keychain without a password never locks. Settings that ask for locking fail; other settings are already
      // true.
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
