package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// Puts a new keybag in force: the one way in which passcode, keys and device key change.
///
/// One transaction of the database records its number and digest: this is the commit. docs/vault.md has all steps, and
/// what a crash leaves after each ("The commit of a new keybag").
///
/// Wrapped keys never enter the database or its log, which keep old pages.
package struct KeybagCommit {
  private let exclusive: ExclusiveVaultFiles

  package init(_ exclusive: ExclusiveVaultFiles) { self.exclusive = exclusive }

  private var files: VaultFiles { exclusive.files }

  /// Commits a keybag.
  ///
  /// - Parameters:
  ///   - next: Made from the keybag in force, as its generation says.
  ///   - deviceKey: Opens `next`.
  ///   - replacesDeviceKey: Whether the device key is a new one.
  ///   - check: Whether the change may still be made under the state in force. No locking happens between this and the
  ///     end of the transaction.
  /// - Returns: The keybag's number and digest. An error of the settling is in the log: the change is done.
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when another keybag is in force by now; what keeps the
  ///   change from being made. The earlier keybag is in force then.
  package func run(
    _ next: Keybag, deviceKey: DeviceKey, replacesDeviceKey: Bool = false,
    check: (HeaderState) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) -> KeybagReference {
    let recorded = try settle()
    try exclusive.step(.settled)
    guard let base = try files.keybags.load(recorded), base.generation + 1 == next.generation else {
      throw VaultFiles.replaced
    }
    // Its line must not be lost: its keybag would be taken for one of a newer database.
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
      // A keybag that does not open, by a key that is kept, would lose every key.
      guard let written = try files.keybags.load(reference), try written.isOpened(by: deviceKey),
        try files.deviceKey.key(opening: written) != nil
      else {
        throw KeychainError(.inputOutput, "the new keybag does not read as it was written")
      }
      try exclusive.step(.keybagWritten)
      // A locking waits for the lock of the state: it happens before the check, or finds the new keybag.
      try exclusive.change { (state) throws(KeychainError) in
        try check(state)
        isCommitting = true
        try exclusive.write(under: state) { $0.keybag = reference }
      }
    } catch {
      // After an error of the transaction itself it may be committed all the same; what nothing says stays as it is.
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

  /// Removes a keybag that no transaction has recorded, and a device key that opens no other.
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
    guard let keybag = try files.keybags.load(recorded), try files.deviceKey.key(opening: keybag) != nil else {
      throw KeychainError(
        .notAvailable,
        "the database records keybag.\(recorded.number), which is missing, another one, or of another device "
          + "key; nothing was removed")
    }
    let pending = try exclusive.header.state().pending
    // A change that was committed has no prepared key to be destroyed: another one is that of a copy of this folder.
    let isUndone = pending != nil && pending != recorded
    if try files.settleDeviceKey(of: keybag, isUndone: isUndone) { try exclusive.step(.deviceKeyReplaced) }
    // The header names a keybag that is there at every moment.
    try exclusive.change { $0.keybag = recorded }
    var isClean = files.keybags.destroyOld(recorded: recorded.number, pending: pending?.number)
    // The keybags that an acceptance set aside have keys of before this change.
    if pending == recorded, (try? files.keybags.destroyAsides()) == nil { isClean = false }
    try exclusive.step(.oldKeybagsRemoved)
    if isClean { try exclusive.change { $0.pending = nil } }
    return recorded
  }
}
