import KeychainCrypto
import KeychainFiles
import KeychainModel
import TortureScript

/// Changes the passcode of the keybag in a folder, and says when it is done; or only reads it, and
/// says its generation.
enum PasscodeRun {
  static func run(_ home: String, step: Int) {
    do throws(KeychainError) {
      Output.line(try result(home, step))
    } catch {
      Output.line("\(error.code.rawValue)")
    }
  }

  private static func result(_ home: String, _ step: Int) throws(KeychainError) -> String {
    let directory = try ProtectedDirectory.openOrCreate(home)
    let file = KeybagFile(in: directory)
    guard let keybag = try file.load(), let device = try DeviceKeyFile(in: directory).load() else {
      throw KeychainError(.parameter, "there is nothing to change")
    }
    guard let change = PasscodeChange(rawValue: step) else { return "\(keybag.generation)" }
    try file.replace(change.apply(to: keybag, device))
    return "done"
  }
}
