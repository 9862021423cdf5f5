package import KeychainCrypto
package import KeychainModel

/// The request of a call. It holds no live object, and no path for the service to open.
///
/// Each case names its reply. `KeychainService.send` lists the errors of all calls.
package enum Request: Sendable {
  // MARK: Items

  /// `.items`: the new items of an add, or the items that a search found, in the order of creation. An update and a
  /// delete return none.
  ///
  /// Errors: `.itemNotFound` when nothing matches; `.duplicateItem` when the uniqueness key is taken;
  /// `.missingEntitlement` for an access group that is not the caller's; `.interactionNotAllowed` when the class of an
  /// item is locked; `.authenticationFailed` when the access control of an item is not satisfied. The last error has
  /// the cause `authenticationNeeded` when a proof is missing, and the client then asks the person. It has the cause
  /// `wrongApplicationPassword` when the supplied password is wrong. It has no cause when no proof can satisfy the
  /// access control.
  ///
  /// - Parameter proof: The proof of the caller; nil for none.
  case items(ItemRequest, proof: Handle?)
  /// `.candidates`: a page of the certificates that a client must evaluate before it makes a request of `items`. An
  /// empty page is no error. A page ends before an item that cannot be opened, and the next page is the error of that
  /// item. The errors are the errors of `items`.
  case candidates(CandidateRequest, proof: Handle?)
  /// `.flags`: whether the uniqueness key of each item of a batch is taken by an item of the keychain. The items of the
  /// batch are not compared with each other.
  case duplicates(BatchRequest)
  /// `.count`: the number of items without tombstones, even in a keychain that cannot be opened. Nil when the number is
  /// unknown, or there is no keychain.
  case countItems
  /// `.unreadable`: the number of items of these classes that no search finds, because their columns or metadata are
  /// damaged or the keybag lacks their key; and the number of items that need a proof. A search finds an item if only
  /// its secret is damaged. The request makes no file.
  ///
  /// Errors: `.interactionNotAllowed` when items are locked.
  case countUnreadable([ItemClass])

  /// `.result`: the result of an operation with a private key. The key does not leave the service. The errors are the
  /// errors of `items`, and `.parameter` when the key cannot perform the operation.
  case use(KeyOperationRequest, proof: Handle?)

  // MARK: Proofs

  /// `.handle`: the handle of the caller's proofs, for `items`. It is valid until it is closed; for a client in another
  /// process it is valid for 12 hours. A locking does not end it. Every event that ends the proof of its passcode ends
  /// it.
  ///
  /// - Parameters:
  ///   - isTypedOnce: Whether a person typed the password only once, so that it may be mistyped.
  ///   - passcode: The handle of a passcode proof.
  case openProof(applicationPassword: Passcode?, isTypedOnce: Bool, passcode: Handle?)
  /// `.handle`: the handle of the passcode proof. A change or a removal of the passcode ends it.
  /// `.authenticationFailed` when the passcode is wrong or may not be tried yet.
  case provePasscode(Passcode)
  /// `.done` when a passcode may be tried now; otherwise `.authenticationFailed` with the cause `passcodeMustWait`.
  case requirePasscodeAttempt
  /// `.flag`: whether a handle proves the passcode of the keychain. `unknownProof` when the proof has ended.
  case isCurrent(Handle)
  /// `.flag`: whether the password of a handle may guard a new item.
  case mayGuard(Handle)
  /// `.done`.
  case closeProof(Handle)

  // MARK: The keychain

  /// `.flag`: whether any file of the keychain is present. Like `countItems`, `canBeLocked` and `lock`, it makes no
  /// file.
  case isPresent
  /// `.done`. Makes a missing keychain.
  case open
  /// `.done`: moves this client's writes from the log into the database.
  case close
  /// `.status`. Makes a missing keychain. Like locking and unlocking, it works beside a damaged database.
  case status
  /// `.flag`: whether a passcode is set.
  case canBeLocked
  /// `.refusal`, as for `unlock`. Uses the passcode that the serving process was given at its start. `.notAvailable`
  /// with the cause `passcodeMissing` when it was given none.
  case unlockWithGivenPasscode
  /// `.flag`: whether the database could record the locking. The service drops its keys now, and every other process
  /// drops its keys at its next call. `.notAvailable` when no passcode is set, or there is no keychain.
  case lock
  /// `.refusal`: why only the serving process was unlocked; nil when every process of the user was unlocked.
  case unlock(Passcode)
  /// `.done`. Changes the times at which the keychain locks itself. `.notAvailable` when no passcode is set.
  case set(LockSettings)
  /// `.refusal`, as for `unlock`. `from` is nil for a first passcode. A new passcode unlocks the keychain. A nil `to`
  /// removes the passcode, and items that needed it are lost for ever. `.authenticationFailed` when the old passcode is
  /// wrong.
  case changePasscode(from: Passcode?, to: Passcode?)

  // MARK: Life cycle

  // These requests do not make a missing keychain.

  /// `.flag`: false when there is no keychain. Replaces the device key with a new random one, and wraps the keybag
  /// again. Copies of the old key then open only copies of the old keybag.
  ///
  /// Errors: `.notAvailable` when the key is a credential; `.interactionNotAllowed` when a passcode is set and none was
  /// given; `.authenticationFailed` when it is wrong. Either nothing was changed, or the next use of the keychain
  /// finishes the change.
  case changeDeviceKey(Passcode?)
  /// `.deviceKey`: the key that opens the keybag in force. `.notAvailable` when there is no keychain.
  case exportDeviceKey
  /// `.flag`: false when the key is already in place. Puts a missing file `device.key` in place.
  ///
  /// Errors: `.notAvailable` when the key is not the key of this keychain, another file is in its place, or the keybag
  /// is not the one in force. Nothing was changed then.
  case importDeviceKey(DeviceKeyContent)
  /// `.flag`: whether the file could be overwritten; otherwise its content may still be on the disk. The file is
  /// removed only after a copy, or the credential of the service, was proved to open the keychain.
  ///
  /// Errors: `.notAvailable` when that proof fails, when there is no such file, or when the file itself does not open
  /// the keychain. Nothing was removed then.
  ///
  /// - Parameter copy: Nil for the credential.
  case removeDeviceKeyFile(copy: DeviceKeyContent?)
  /// `.repair`: the number of rows found and the number of rows known to be missing, for each class. Nil when the
  /// database is whole, and when there is no keychain. A damaged database is kept under another name, and a new one
  /// gets every row that can be read.
  ///
  /// Errors: `.interactionNotAllowed` when the database is damaged, the keychain is locked and no passcode was given;
  /// `.authenticationFailed` when it is wrong; `.notAvailable` when another file is missing or is an older copy. The
  /// database is unchanged then.
  ///
  /// - Parameter onlyIfMarked: Repairs only if a call has met damage. One read of the header shows this.
  case repair(Passcode?, onlyIfMarked: Bool)
  /// `.flag`: whether a file was an older copy, which is now in force. Items sealed under keys that only a lost keybag
  /// has stay in place, and are unreadable.
  ///
  /// Errors: `.notAvailable` when the database or the device key is missing, or no keybag can be opened. Nothing was
  /// changed then.
  case acceptOlder
  /// `.recovery`: the number of items that were put back from quarantine, and why the others stay. An item is put back
  /// if it can be opened and its uniqueness key is free.
  case recoverQuarantined
  /// `.count`: the number of rows that were deleted from quarantine, including rows that could be put back.
  case dropQuarantined
  /// `.erasure`: nil when there was no keychain. The keys are destroyed, and every file except the header is removed.
  /// Other processes find no item at their next call. It also works on a keychain that cannot be opened.
  ///
  /// Errors: the errors of all calls. Either nothing was changed, or the next use of the keychain finishes the erasure.
  case erase

  // MARK: Changes

  /// `.changes`: the commits of all processes since a cursor, oldest first, and the cursor after them. Waits for a
  /// commit. The list is empty when the time limit of the call has passed. Only the latest 64 commits are reported.
  /// Makes no keychain.
  ///
  /// - Parameter since: Nil for the present moment. The call does not wait then.
  case changes(since: ChangeCursor?)

  // MARK: Calls that are sent again

  /// `.outcome`: the outcome of the call with this identifier, by the same client.
  case outcome(of: RequestIdentifier)

  // MARK: Work that takes long

  /// `.handle`: the handle of running work. The steps of the work wait for others as long as calls without a time
  /// limit.
  ///
  /// Errors: `.notAvailable` when the client has too much work.
  case begin(Work)
  /// `.progress`; `.bytes` of finished work; or `.ended` with the reply of the work. Waits for news. The last `next`
  /// returns `.ended` or the error of the work. The handle is unknown to the service after that.
  case next(Handle)
  /// `.done`. Gives the next bytes of a file of the client, at most 64 KiB, to work that reads it. The work begins when
  /// it has the whole file.
  case write(Handle, [UInt8])
  /// `.done`. The work ends at its next step; its commits stay. `next` shows whether the work was done before.
  case cancel(Handle)
}

/// Work that takes long.
package enum Work: Sendable {
  /// `.items`. Adds items: all of them or none.
  case add([AddRequest], sparingPresent: Bool, proof: Handle?)
  /// `.batch`: the outcome of each item. Adds the items of a batch: all of them or none. The reason of an error has the
  /// number of the item.
  case batch(BatchRequest)
  /// `.rotation`: nil when there is no keychain. Makes no keychain. Gives every class of items a new key, seals every
  /// row under the new keys, and destroys the old keys, while other processes work. No other part of an item changes,
  /// and observers are not notified. A passcode unlocks the keychain. If a rotation was interrupted, it is finished
  /// instead. The progress is the number of sealed rows.
  ///
  /// Errors: `.interactionNotAllowed` when a passcode is set and none was given, or the keychain was locked meanwhile;
  /// `.authenticationFailed` when it is wrong, or may not be tried yet; `.notAvailable` when none is set and one was
  /// given, or the keybag has no room (after some 580 rotations). Sealed rows stay sealed, and the next call continues.
  case rotateKeys(Passcode?)
  /// `.verification`: all damage; empty when there is no keychain. Reads every row, changes nothing, and works on a
  /// keychain that calls refuse to use. The progress is the number of rows.
  ///
  /// Errors: `.notAvailable` when the folders cannot be used at all, or another process uses the keychain for too long.
  case verify
  /// `.purge`. Removes tombstones, and rows whose key was destroyed. Makes no keychain. Damaged rows and the quarantine
  /// stay. A deleted synchronizable item loses its persistent reference, which an equal new item would get back. The
  /// progress is the number of rows read. Rows that were removed before an error stay removed.
  case purge
  /// `.compaction`: nil when there is no keychain. Makes no keychain. Frees the disk space of deleted items. The order
  /// of creation stays. Other processes can read meanwhile; writers wait. The progress is an estimate of the copied
  /// rows and index entries.
  ///
  /// Errors: `.notAvailable` when there is not enough free disk space. The keychain is unchanged then.
  case compact
  /// `.backup`. The client gets its bytes in pieces after the backup is complete. A passphrase opens the backup on
  /// every device; nil binds it to this device.
  ///
  /// Errors: `.interactionNotAllowed` while the keychain is locked, and when it is locked meanwhile; `.notAvailable`
  /// when there is no keychain, or the disk has no room for the backup.
  case exportBackup(passphrase: Passcode?)
  /// `.restoration`. Reads the bytes that `write` supplies.
  ///
  /// Errors: `.interactionNotAllowed` while the keychain is locked; `.authenticationFailed` when the passphrase is
  /// wrong, the backup is from another device, or the copy is of another key; `.decode` when the file is damaged or is
  /// not a backup; `.parameter` when a required passphrase is missing, or an unneeded one is given. Nothing was changed
  /// then.
  ///
  /// - Parameters:
  ///   - passphrase: Nil for a backup that is bound to a device.
  ///   - deviceKey: The key that made the backup; nil for the key of the keychain.
  ///   - isDryRun: Whether the call only reports the outcome.
  ///   - byteCount: The length of the backup, at most 4 GiB.
  case importBackup(
    passphrase: Passcode?, deviceKey: DeviceKeyContent?, isDryRun: Bool, byteCount: Int)
}

/// A device key as a file or a person has it.
package enum DeviceKeyContent: Sendable {
  /// A key with the identifier of its keychain.
  case key(DeviceKey)
  /// The 32 bytes of a credential, without an identifier.
  case bytes(DeviceKey)

  /// The key for a given keychain.
  func key(for vaultID: RowIdentifier) throws(KeychainError) -> DeviceKey {
    switch self {
    case .key(let key): key
    case .bytes(let key): try key.named(vaultID)
    }
  }
}
