import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel

extension OpenedFiles {
  /// The key of a passcode that is right. It takes the time that the keybag's parameters ask for.
  func passcodeKey(
    _ passcode: Passcode, _ context: UnlockContext, until deadline: Deadline
  ) throws(KeychainError) -> PasscodeKey {
    guard keybag.hasPasscode else { throw Self.noPasscode }
    return try header.trying(at: context.clock.now, until: deadline) { () throws(KeychainError) in
      do throws(KeychainError) { return try keybag.passcodeKey(passcode, deviceKey: deviceKey) } catch {
        if error.code == .authenticationFailed { Log.notice("a wrong passcode was given") }
        throw error
      }
    }
  }

  static var noPasscode: KeychainError { KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing) }
}
