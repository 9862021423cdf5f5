package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel

/// Puts a new keybag in force. Every change of the passcode, the keys or the device key uses this type.
///
/// The commit is one transaction of the database, which records the keybag's number and digest. docs/vault.md ("The
/// commit of a new keybag") lists all steps, and the files that a crash leaves after each step.
///
/// Wrapped keys never enter the database or its log, because both keep old pages.
package struct KeybagCommit {
  private let exclusive: ExclusiveVaultFiles

  package init(_ exclusive: ExclusiveVaultFiles) { self.exclusive = exclusive }

  private var files: VaultFiles { exclusive.files }

  /// Commits a keybag.
  ///
  /// - Parameters:
  ///   - next: A keybag that was made from the keybag in force, with the next generation.
  ///   - deviceKey: The device key that opens `next`.
  ///   - replacesDeviceKey: Whether the device key is new.
  ///   - check: Throws if the state in force does not allow the change. No locking happens before the commit.
  /// - Returns: The keybag's number and digest. An error of `settle` is only logged, because the change is done.
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when another keybag is in force now; the errors that
  ///   prevent the change. After an error the former keybag is in force.
  package func run(
    _ next: Keybag, deviceKey: DeviceKey, replacesDeviceKey: Bool = false,
    check: (HeaderState) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) -> KeybagReference {
    let recorded = try settle()
    try exclusive.step(.settled)
    guard let base = try files.keybags.load(recorded), base.generation + 1 == next.generation else {
      throw VaultFiles.replaced
    }
    // The pending keybag cannot be removed. It would seem newer than the database if the header did not name it.
    if let pending = try exclusive.header.state().pending, pending.number > recorded.number {
      throw KeychainError(
        .notAvailable, "a keybag of an earlier change cannot be removed; nothing was changed", because: .fileInTheWay)
    }
    let reference = KeybagReference(
      number: try files.keybags.nextNumber(after: recorded.number), digest: try next.digest())
    var (isPrepared, isCommitting) = (false, false)
    do throws(KeychainError) {
      try exclusive.change { $0.pending = reference }
      try exclusive.step(.keybagNamed)
      if replacesDeviceKey {
        isPrepared = true
        try files.deviceKey.prepare(deviceKey)
        try exclusive.step(.deviceKeyPrepared)
      }
      try files.keybags.create(next, number: reference.number)
      // If a keybag with a replaced file or a wrong key were committed, every key would be lost.
      guard let written = try files.keybags.load(reference), try written.isOpened(by: deviceKey),
        try files.deviceKey.key(opening: written) != nil
      else {
        throw KeychainError(.inputOutput, "the new keybag does not read as it was written")
      }
      try exclusive.step(.keybagWritten)
      // A locking waits for the lock of the state, so no locking happens between the check and the commit.
      try exclusive.change { (state) throws(KeychainError) in
        try check(state)
        isCommitting = true
        try exclusive.write(under: state) { $0.keybag = reference }
      }
    } catch {
      // The transaction may be committed in spite of an error. If the row cannot be read, nothing is undone.
      let row = isCommitting ? try? exclusive.write { _ in } : nil
      guard row?.keybag == reference else {
        if row != nil || !isCommitting { undo(reference, abortsDeviceKey: isPrepared, next.vaultID) }
        throw error
      }
      Log.error("the keys were changed, with an error on the way", error)
    }
    try exclusive.step(.committed)
    do throws(KeychainError) { try settle() } catch {
      Log.error("the files of the former keys are removed by the next use of the keychain", error)
    }
    return reference
  }

  /// Removes a keybag that no transaction has recorded, and a device key that opens only this keybag.
  private func undo(_ reference: KeybagReference, abortsDeviceKey: Bool, _ vaultID: RowIdentifier) {
    do throws(KeychainError) {
      try files.keybags.destroy(reference.number)
      if abortsDeviceKey { try files.deviceKey.abort(vaultID) }
      try exclusive.change { state in
        if state.pending == reference { state.pending = nil }
      }
    } catch {
      Log.error("a keybag that was not put in force is removed by the next use of the keychain", error)
    }
  }

  /// Determines the keybag and the device key in force, and removes all other keybags and device keys of this vault.
  ///
  /// The last transaction of a killed process may be visible but not yet on the disk, so a power failure can undo it.
  /// Therefore this method first reads the row in a transaction of its own and commits this transaction. Nothing is
  /// removed before the commit. Nothing is removed either if the recorded keybag is missing or different.
  ///
  /// - Returns: The keybag in force.
  /// - Throws: The errors that prevent the commit; `.notAvailable` when the recorded keybag is missing or different.
  @discardableResult
  package func settle() throws(KeychainError) -> KeybagReference {
    let recorded = try exclusive.write { _ in }.keybag
    guard let keybag = try files.keybags.load(recorded), try files.deviceKey.key(opening: keybag) != nil else {
      throw KeychainError(
        .notAvailable,
        "the database records keybag.\(recorded.number), which is missing, another one, or of another device "
          + "key; nothing was removed")
    }
    let pending = try exclusive.header.state().pending
    // After a committed change, no prepared key is destroyed, because such a key belongs to a copy of this folder.
    let isUndone = pending != nil && pending != recorded
    if try files.settleDeviceKey(of: keybag, isUndone: isUndone) { try exclusive.step(.deviceKeyReplaced) }
    // The header names the recorded keybag before other keybags are destroyed, so the named keybag always exists.
    try exclusive.change { $0.keybag = recorded }
    var isClean = files.keybags.destroyOld(recorded: recorded.number, pending: pending?.number)
    // Keybags that `RollbackAcceptance` set aside contain keys from before this change.
    if pending == recorded, (try? files.keybags.destroyAsides()) == nil { isClean = false }
    try exclusive.step(.oldKeybagsRemoved)
    if isClean { try exclusive.change { $0.pending = nil } }
    return recorded
  }
}
