import Keychain
import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport

/// Backups of other keychains, which tests restore into a keychain of the service.
enum TestBackup {
  /// A backup with one item in each group.
  static func bytes(_ account: String, _ passphrase: Passcode, in groups: String...) throws -> [UInt8] {
    let machine = try TestMachine()
    let other = machine.process()
    for group in groups.isEmpty ? ["login"] : groups {
      let request = AddRequest(.genericPassword, attributes: TestItem.attributes(account, group), secret: [1])
      _ = try other.perform(.add(request), as: .tool)
    }
    let folder = try TemporaryDirectory()
    _ = try other.client.exportBackup(to: Array(folder("copy").utf8), passphrase: passphrase, replaces: false)
    return try folder.read("copy")
  }

  /// Sends the bytes of a backup to work, and waits for its end.
  @discardableResult
  static func send(_ backup: [UInt8], to handle: Handle, of keychain: RemoteKeychain) throws -> RestoreOutcome {
    _ = try keychain.send(Call(.write(handle, backup)), from: TestItem.peer)
    while true {
      guard case .ended(let reply) = try keychain.send(Call(.next(handle)), from: TestItem.peer) else { continue }
      switch reply {
      case .restoration(let outcome), .committed(.restoration(let outcome), isSynchronizable: _): return outcome
      default: throw TestFailure(reason: "no outcome")
      }
    }
  }

  /// Restores a backup.
  @discardableResult
  static func restore(
    _ backup: [UInt8], _ passphrase: Passcode, into keychain: RemoteKeychain, isDryRun: Bool = false
  ) throws -> RestoreOutcome {
    let work = Work.importBackup(
      passphrase: passphrase, deviceKey: nil, isDryRun: isDryRun, byteCount: backup.count)
    return try send(backup, to: keychain.send(Call(.begin(work)), from: TestItem.peer).handle(), of: keychain)
  }
}
