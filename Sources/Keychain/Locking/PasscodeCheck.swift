import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel

/// Tries passcodes, and remembers the wrong ones.
struct PasscodeCheck {
  let directory: ProtectedDirectory
  let clock: any KeychainClock
  /// Until when to wait for others that try theirs.
  let deadline: Deadline

  /// The key of a passcode that is right. Takes the time that the keybag's parameters ask for.
  ///
  /// - Throws: `.authenticationFailed` when it is wrong, and at once when it is too early after wrong
  ///   ones; `.notAvailable` when no passcode is set, or others keep trying theirs; `.allocation`.
  func key(
    of passcode: Passcode, _ keybag: Keybag, _ deviceKey: DeviceKey
  ) throws(KeychainError) -> PasscodeKey {
    guard keybag.hasPasscode else { throw Self.noPasscode }
    let attempts = PasscodeAttemptsFile(directory: directory, clock: clock, deadline: deadline)
    return try attempts.attempt { () throws(KeychainError) in
      do throws(KeychainError) {
        return try keybag.passcodeKey(passcode, deviceKey: deviceKey)
      } catch {
        if error.code == .authenticationFailed { Log.notice("a wrong passcode was given") }
        throw error
      }
    }
  }

  static var noPasscode: KeychainError {
    KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing)
  }
}
