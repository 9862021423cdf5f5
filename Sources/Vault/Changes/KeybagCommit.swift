package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// Puts a new keybag in force: the one way in which passcode, keys and device key change.
///
/// 1. What an earlier change left is settled.
/// 2. The header names the new keybag, and the keybag gets a file of its own.
/// 3. One transaction of the database records its number and digest. This is the commit.
/// 4. The keybags that are no longer in force are overwritten and removed.
///
/// Wrapped keys never enter the database or its log, which keep old pages.
package struct KeybagCommit {
  private let exclusive: ExclusiveFiles

  package init(_ exclusive: ExclusiveFiles) { self.exclusive = exclusive }

  private var files: VaultFiles { exclusive.files }

  /// Commits a keybag.
  ///
  /// - Parameters:
  ///   - next: Made from the keybag in force.
  ///   - deviceKey: Opens `next`.
  ///   - check: Whether the change may still be made under the state in force. No locking happens between this and the
  ///     end of the transaction.
  /// - Returns: The keybag's number and digest. An error of the cleaning up is in the log: the change is done.
  /// - Throws: What keeps the change from being made; the earlier keybag is in force then. After an error of the
  ///   transaction itself it may be either: the next holder of the lock settles it.
  package func run(
    _ next: Keybag, deviceKey: DeviceKey,
    check: (HeaderState) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) -> KeybagReference {
    let recorded = try settle()
    try exclusive.step(.settled)
    let reference = KeybagReference(
      number: try files.keybags.nextNumber(after: recorded.number), digest: try next.digest())
    do throws(KeychainError) {
      try exclusive.change { $0.pending = reference }
      try exclusive.step(.keybagNamed)
      try files.keybags.create(next, number: reference.number)
      // A keybag that does not open would lose every key.
      guard let written = try files.keybags.load(reference.number),
        try written.digest() == reference.digest, try written.isOpened(by: deviceKey)
      else {
        throw KeychainError(.inputOutput, "the new keybag does not read as it was written")
      }
      try exclusive.step(.keybagWritten)
    } catch {
      undo(reference)
      throw error
    }
    var isRefused = false
    do throws(KeychainError) {
      // A locking waits for the lock of the state: it happens before the check, or finds the new keybag.
      try exclusive.change { (state) throws(KeychainError) in
        do throws(KeychainError) {
          try check(state)
        } catch {
          isRefused = true
          throw error
        }
        _ = try exclusive.write(under: state) { row in
          row.keybagNumber = reference.number
          row.keybagDigest = reference.digest
        }
      }
    } catch {
      if isRefused { undo(reference) }
      throw error
    }
    try exclusive.step(.committed)
    do throws(KeychainError) {
      _ = try settle()
    } catch {
      Log.error("the files of the former keys are removed by the next use of the keychain", error)
    }
    return reference
  }

  /// Removes a keybag that no transaction has recorded.
  private func undo(_ reference: KeybagReference) {
    do throws(KeychainError) {
      try files.keybags.destroy(reference.number)
      try exclusive.change { state in
        if state.pending == reference { state.pending = nil }
      }
    } catch {
      Log.error(
        "a keybag that was not put in force is removed by the next use of the keychain", error)
    }
  }

  /// Decides which keybag is in force, and removes the others of this vault.
  ///
  /// The transaction of a process that was killed may come back from the log, or vanish in a power failure. So this
  /// commits a transaction of its own first, and reads the row in it: what it finds is on the disk together with that
  /// commit. Nothing is removed before, nor when the recorded keybag is not there as it was recorded.
  ///
  /// - Returns: The keybag in force.
  /// - Throws: What keeps it from committing; `.notAvailable` when the recorded keybag is missing or another one.
  @discardableResult
  package func settle() throws(KeychainError) -> KeybagReference {
    let row = try exclusive.write { _ in }
    let recorded = row.keybag
    guard let keybag = try files.keybags.load(recorded.number),
      try keybag.digest() == recorded.digest, try isOpenedByDeviceKey(keybag)
    else {
      throw KeychainError(
        .notAvailable,
        "the database records keybag.\(recorded.number), which is missing, another one, or of another device "
          + "key; nothing was removed")
    }
    // The header names a keybag that is there at every moment.
    let pending = try exclusive.change { $0.keybag = recorded }.pending
    let isClean = files.keybags.removeOld(recorded: recorded.number, pending: pending?.number)
    try exclusive.step(.oldKeybagsRemoved)
    // The keybags that an acceptance set aside have keys of before this change.
    let areAsidesGone = pending != recorded || files.keybags.removeAsides()
    if isClean, areAsidesGone { try exclusive.change { $0.pending = nil } }
    return recorded
  }

  /// While the device key changes, either of the two may be the right one.
  private func isOpenedByDeviceKey(_ keybag: Keybag) throws(KeychainError) -> Bool {
    if let next = files.deviceKey.prepared(keybag.storeID), try keybag.isOpened(by: next) {
      return true
    }
    guard let present = try files.deviceKey.load(for: keybag.storeID) else { return false }
    return try keybag.isOpened(by: present)
  }
}
