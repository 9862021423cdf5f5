package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// Puts a new keybag in force: the one way in which passcode, keys and device key change.
///
/// 1. What an earlier change left is settled.
/// 2. The provider keeps the next device key beside the present one, where the device key changes.
/// 3. The header names the new keybag, and the keybag gets a file of its own.
/// 4. One transaction of the database records its number and digest. This is the commit.
/// 5. The change is settled: the device key that opens the recorded keybag takes its place, and the keybags that are no
///    longer in force are overwritten and removed.
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
  ///   - replacesDeviceKey: Whether the device key is a new one.
  ///   - check: Whether the change may still be made under the state in force. No locking happens between this and the
  ///     end of the transaction.
  /// - Returns: The keybag's number and digest. An error of the settling is in the log: the change is done.
  /// - Throws: What keeps the change from being made; the earlier keybag is in force then.
  package func run(
    _ next: Keybag, deviceKey: DeviceKey, replacesDeviceKey: Bool = false,
    check: (HeaderState) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) -> KeybagReference {
    let recorded = try settle()
    try exclusive.step(.settled)
    let reference = KeybagReference(
      number: try files.keybags.nextNumber(after: recorded.number), digest: try next.digest())
    var isCommitting = false
    do throws(KeychainError) {
      if replacesDeviceKey {
        try files.deviceKey.prepare(deviceKey)
        try exclusive.step(.deviceKeyPrepared)
      }
      try exclusive.change { $0.pending = reference }
      try exclusive.step(.keybagNamed)
      try files.keybags.create(next, number: reference.number)
      // A keybag that does not open would lose every key.
      guard try files.keybag(reference)?.isOpened(by: deviceKey) == true else {
        throw KeychainError(.inputOutput, "the new keybag does not read as it was written")
      }
      try exclusive.step(.keybagWritten)
      // A locking waits for the lock of the state: it happens before the check, or finds the new keybag.
      try exclusive.change { (state) throws(KeychainError) in
        try check(state)
        isCommitting = true
        _ = try exclusive.write(under: state) { row in
          row.keybagNumber = reference.number
          row.keybagDigest = reference.digest
        }
      }
    } catch {
      // After an error of the transaction itself it may be committed all the same.
      guard isCommitting else {
        undo(reference, next.storeID)
        throw error
      }
      guard (try? settle()) == reference else { throw error }
      Log.error("the keys were changed, with an error on the way", error)
      return reference
    }
    try exclusive.step(.committed)
    do throws(KeychainError) { try settle() } catch {
      Log.error("the files of the former keys are removed by the next use of the keychain", error)
    }
    return reference
  }

  /// Removes a keybag that no transaction has recorded, and a device key that opens no other.
  private func undo(_ reference: KeybagReference, _ vaultID: RowIdentifier) {
    do throws(KeychainError) {
      try files.keybags.destroy(reference.number)
      if files.deviceKey.prepared(vaultID) != nil { try files.deviceKey.abort(vaultID) }
      try exclusive.change { state in
        if state.pending == reference { state.pending = nil }
      }
    } catch {
      Log.error("a keybag that was not put in force is removed by the next use of the keychain", error)
    }
  }

  /// Decides which keybag and which device key are in force, and removes the others of this vault.
  ///
  /// The transaction of a process that was killed may come back from the log, or vanish in a power failure. So this
  /// commits a transaction of its own first, and reads the row in it: what it finds is on the disk together with that
  /// commit. Nothing is removed before, nor when the recorded keybag is not there as it was recorded.
  ///
  /// - Returns: The keybag in force.
  /// - Throws: What keeps it from committing; `.notAvailable` when the recorded keybag is missing or another one.
  @discardableResult
  package func settle() throws(KeychainError) -> KeybagReference {
    let recorded = try exclusive.write { _ in }.keybag
    guard let keybag = try files.keybag(recorded), try files.deviceKey(opening: keybag) != nil else {
      throw KeychainError(
        .notAvailable,
        "the database records keybag.\(recorded.number), which is missing, another one, or of another device "
          + "key; nothing was removed")
    }
    if try files.settleDeviceKey(of: keybag) { try exclusive.step(.deviceKeyReplaced) }
    // The header names a keybag that is there at every moment.
    let pending = try exclusive.change { $0.keybag = recorded }.pending
    var isClean = true
    do throws(KeychainError) {
      try files.keybags.destroyOld(recorded: recorded.number, pending: pending?.number)
      // The keybags that an acceptance set aside have keys of before this change.
      if pending == recorded { try files.keybags.destroyAsides() }
    } catch {
      isClean = false
      Log.error("an old keybag could not be removed", error)
    }
    try exclusive.step(.oldKeybagsRemoved)
    if isClean { try exclusive.change { $0.pending = nil } }
    return recorded
  }
}
