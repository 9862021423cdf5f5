import Keychain
import KeychainCrypto
import KeychainModel

@testable import SecurityCommands

/// Tests of backups use real keychains.
extension FakeKeychain {
  func exportBackup(
    to path: [UInt8], passphrase: Passcode?, replaces: Bool, onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> BackupOutcome {
    for count in 1...3 { onProgress(count, 3) }
    var outcome = BackupOutcome()
    outcome.items = 3
    outcome.unreadable = 2
    return outcome
  }

  func backupNeedsPassphrase(at path: [UInt8]) throws(KeychainError) -> Bool { false }

  func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy?, isDryRun: Bool,
    onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> RestoreOutcome {
    for count in 1...3 { onProgress(count, 3) }
    return RestoreOutcome()
  }
}
