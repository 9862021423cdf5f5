package import KeychainCrypto
package import KeychainModel

/// What a call asks for. Holds no live object and no path that the service would open.
///
/// Each case names its reply. The errors of all calls are those of `KeychainService.send`.
package enum Request: Sendable {
  // MARK: Items

  /// `.items`: the new items of an add, the items that a search found, in the order of creation; none for an update and
  /// a delete.
  ///
  /// Errors: `.itemNotFound` when nothing matches; `.duplicateItem` when the uniqueness key is taken;
  /// `.missingEntitlement` for an access group that is not the caller's; `.interactionNotAllowed` when the class of an
  /// item is locked; `.authenticationFailed` when the access control of an item is not satisfied: with the cause
  /// `authenticationNeeded` when something is missing, which is the question to a person that the client asks;
  /// `wrongApplicationPassword` when the password that was brought is wrong; without cause when nothing can satisfy it.
  ///
  /// - Parameter proof: What the caller has proven; nil for nothing.
  case items(ItemRequest, proof: Handle?)
  /// `.candidates`: a page of the certificates that a client is to evaluate before it makes a request of `items`. An empty
  /// page is no error. A page ends before an item that cannot be opened, and the next page is the error of that item. The
  /// errors are the same as for `items`.
  case candidates(CandidateRequest, proof: Handle?)
  /// `.flags`: whether the uniqueness key of each item of a batch is taken by an item of the keychain. The items of the
  /// batch are not compared with each other.
  case duplicates(BatchRequest)
  /// `.count`: how many items there are, tombstones not counted, also in a keychain that cannot be opened; nil when
  /// nothing says it, or there is no keychain.
  case countItems
  /// `.unreadable`: how many items of these classes no search finds, because their columns or metadata are damaged or the
  /// keybag lacks their key, and how many ask for a proof. An item whose secret alone is damaged is found. Makes nothing.
  ///
  /// Errors: `.interactionNotAllowed` when items are locked.
  case countUnreadable([ItemClass])

  /// `.result`: of an operation with a private key. The key does not leave the service. Errors as those of `items`, and
  /// `.parameter` when the key cannot do this.
  case use(KeyOperationRequest, proof: Handle?)

  // MARK: Proofs

  /// `.handle`: of what the caller brings along, for `items`. It lasts until it is closed; a client in another process has
  /// it for 12 hours. A locking does not end it. Whatever ends the proof of its passcode ends it.
  ///
  /// - Parameters:
  ///   - isTypedOnce: Whether a person typed the password, once: it may be mistyped.
  ///   - passcode: The handle of a passcode that was proven.
  case openProof(applicationPassword: Passcode?, isTypedOnce: Bool, passcode: Handle?)
  /// `.handle`: of the passcode. A change or a removal of the passcode ends it. `.authenticationFailed` when it is wrong or
  /// may not be tried yet.
  case provePasscode(Passcode)
  /// `.done` when a passcode may be tried now. `.authenticationFailed` with the cause `passcodeMustWait` when not.
  case requirePasscodeAttempt
  /// `.flag`: whether a handle proves the passcode of the keychain. `unknownProof` when it does not any more.
  case isCurrent(Handle)
  /// `.flag`: whether a new item may be guarded by the password of a handle.
  case mayGuard(Handle)
  /// `.done`.
  case closeProof(Handle)

  // MARK: The keychain

  /// `.flag`: whether any file of the keychain is there. Makes nothing, as `countItems`, `canBeLocked` and `lock`.
  case isPresent
  /// `.done`. Makes the keychain when there is none.
  case open
  /// `.done`: what this client wrote is moved from the log into the database.
  case close
  /// `.status`. Makes the keychain when there is none. Works beside a damaged database, as locking and unlocking do.
  case status
  /// `.flag`: whether a passcode is set.
  case canBeLocked
  /// `.refusal`, as `unlock`: by the passcode that the serving process was given when it was started. `.notAvailable` with
  /// the cause `passcodeMissing` when it was given none.
  case unlockWithGivenPasscode
  /// `.flag`: whether the database could record the locking. The service drops its keys now, and every other process at
  /// its next call. `.notAvailable` when no passcode is set, or there is no keychain.
  case lock
  /// `.refusal`: why only the serving process was unlocked; nil when every process of the user was.
  case unlock(Passcode)
  /// `.done`. Changes when the keychain locks itself. `.notAvailable` when no passcode is set.
  case set(LockSettings)
  /// `.refusal`, as `unlock`. A first passcode has no old one. A new one unlocks the keychain; no new one removes the
  /// passcode, and items that needed one are gone for good. `.authenticationFailed` when the old one is wrong.
  case changePasscode(from: Passcode?, to: Passcode?)

  // MARK: Life cycle

  // None of these makes a keychain where there is none.

  /// `.flag`: false where there is no keychain. Puts a new random device key in place of the present one, and wraps the
  /// keybag again. Copies of the old key open nothing any more but copies of the old keybag.
  ///
  /// Errors: `.notAvailable` when the key is a credential; `.interactionNotAllowed` when a passcode is set and none was
  /// given; `.authenticationFailed` when it is wrong. Either nothing was changed, or the next use of the keychain
  /// finishes the change.
  case changeDeviceKey(Passcode?)
  /// `.deviceKey`: the key that opens the keybag in force. `.notAvailable` where there is no keychain.
  case exportDeviceKey
  /// `.flag`: false when the key is in place already. Puts the file `device.key` in place where it is missing.
  ///
  /// Errors: `.notAvailable` when it is not the key of this keychain, another file is in its place, or the keybag is not
  /// the one in force. Then nothing was changed.
  case importDeviceKey(DeviceKeyContent)
  /// `.flag`: whether the file could be overwritten; otherwise its content may still be on the disk. A copy, or the
  /// credential of the service, proves to open the keychain before the file is removed.
  ///
  /// Errors: `.notAvailable` when it does not, when there is no such file, or when the file does not open the keychain
  /// itself. Then nothing was removed.
  ///
  /// - Parameter copy: Nil for the credential.
  case removeDeviceKeyFile(copy: DeviceKeyContent?)
  /// `.repair`: for each class how many rows were found, and how many are known to be missing; nil when the database is
  /// whole, and where there is no keychain. A damaged database is kept under another name, and a new one gets every row
  /// that can be read.
  ///
  /// Errors: `.interactionNotAllowed` when the database is damaged, the keychain locked and no passcode given;
  /// `.authenticationFailed` when it is wrong; `.notAvailable` when another file is missing or an older copy. Then the
  /// database is as it was.
  ///
  /// - Parameter onlyIfMarked: Does nothing unless a call has met damage: one read of the header says so.
  case repair(Passcode?, onlyIfMarked: Bool)
  /// `.flag`: whether a file was an older copy, which is in force from now on. Items sealed under keys that only a lost
  /// keybag has stay where they are, unreadable.
  ///
  /// Errors: `.notAvailable` when the database or the device key is missing, or no keybag can be opened. Then nothing was
  /// changed.
  case acceptOlder
  /// `.recovery`: how many items were put back from quarantine, and why the others stay. Items that open and whose
  /// uniqueness key is free are put back.
  case recoverQuarantined
  /// `.count`: how many rows of the quarantine were deleted, whether or not they could be put back.
  case dropQuarantined
  /// `.erasure`: nil where there was no keychain. The keys are destroyed, and every file but the header is removed. Other
  /// processes find no item at their next call. Works also on a keychain that cannot be opened.
  ///
  /// Errors: those of all calls. Either nothing was changed, or the next use of the keychain finishes the erasure.
  case erase

  // MARK: Changes

  /// `.changes`: the commits since a moment, by whatever process, oldest first, and the moment after them. Waits for one;
  /// there are none when the time of the call has passed. Only the latest 64 commits are reported. Makes no keychain.
  ///
  /// - Parameter since: Nil for now, which waits for nothing.
  case changes(since: ChangeCursor?)

  // MARK: Calls that are sent again

  /// `.outcome`: what became of the call with this identifier, of the same client.
  case outcome(of: RequestIdentifier)

  // MARK: Work that takes long

  /// `.handle`: of work that goes on meanwhile. Its steps wait for others as long as calls without a time limit.
  ///
  /// Errors: `.notAvailable` when the client has too much work under way.
  case begin(Work)
  /// `.progress`; `.bytes` of work that is done; or `.ended` with the reply of the work. Waits for news. The last `next`
  /// has `.ended` or the error of the work, and the service does not know the handle any more.
  case next(Handle)
  /// `.done`. Gives the next bytes of a file of the client, at most 64 KiB, to work that reads it. The work begins when it
  /// has all of them.
  case write(Handle, [UInt8])
  /// `.done`. The work ends at its next step; what it had committed stays. `next` says whether it was done before.
  case cancel(Handle)
}

/// Work that takes long.
package enum Work: Sendable {
  /// `.items`. Adds items, all of them or none.
  case add([AddRequest], sparingPresent: Bool, proof: Handle?)
  /// `.batch`: what became of each item. Adds the items of a batch, all of them or none. An error has the number of the
  /// item in its reason.
  case batch(BatchRequest)
  /// `.rotation`: nil where there is no keychain; none is made. Gives every class of items a new key, seals every row
  /// under the new ones, and destroys the old keys, while other processes work. Nothing else of an item changes, and
  /// observers are not notified. A passcode unlocks the keychain. A rotation that was interrupted is finished instead.
  /// Its progress counts sealed rows.
  ///
  /// Errors: `.interactionNotAllowed` when a passcode is set and none was given, or the keychain was locked meanwhile;
  /// `.authenticationFailed` when it is wrong, or may not be tried yet; `.notAvailable` when none is set and one was given,
  /// or the keybag has no room (after some 580 rotations). What was sealed stays so; calling again goes on.
  case rotateKeys(Passcode?)
  /// `.verification`: everything that is damaged; nothing where there is no keychain. Reads every row, changes nothing,
  /// and works on a keychain that calls refuse to use. Its progress counts rows.
  ///
  /// Errors: `.notAvailable` when the folders cannot be used at all, or another process keeps the keychain busy.
  case verify
  /// `.purge`. Removes tombstones, and rows whose key was destroyed; makes nothing. Damaged rows stay, and the quarantine.
  /// The persistent reference of a deleted synchronizable item, which an equal item would get back, is lost. Its progress
  /// counts rows that are looked at; rows that were removed before an error stay removed.
  case purge
  /// `.compaction`: nil where there is no keychain; none is made. Gives back the disk space that deleted items took. The
  /// order of creation stays. Other processes read meanwhile; those that write wait. Its progress counts copied rows and
  /// index entries, an estimate.
  ///
  /// Errors: `.notAvailable` when there is not enough free disk space. Then the keychain is as it was.
  case compact
  /// `.backup`. Its bytes come in pieces when it is complete. A passphrase opens it on every device; nil binds it to this
  /// one.
  ///
  /// Errors: `.interactionNotAllowed` while the keychain is locked, and when it is locked meanwhile; `.notAvailable` when
  /// there is no keychain, or no room for the backup on the disk.
  case exportBackup(passphrase: Passcode?)
  /// `.restoration`. Reads the bytes that `write` brings.
  ///
  /// Errors: `.interactionNotAllowed` while the keychain is locked; `.authenticationFailed` when the passphrase is wrong,
  /// the device another, or the copy of another key; `.decode` when the file is damaged or no backup; `.parameter`
  /// without a passphrase that is needed, or with one that is not. Then nothing was changed.
  ///
  /// - Parameters:
  ///   - passphrase: Nil for a backup that is bound to a device.
  ///   - deviceKey: The key that the backup was made with; nil for that of the keychain.
  ///   - isDryRun: Whether only the outcome is wanted.
  ///   - byteCount: The length of the backup, at most 4 GiB.
  case importBackup(
    passphrase: Passcode?, deviceKey: DeviceKeyContent?, isDryRun: Bool, byteCount: Int)
}

/// A device key as a file or a person holds it.
package enum DeviceKeyContent: Sendable {
  /// It names its keychain.
  case key(DeviceKey)
  /// The 32 bytes of a credential, which name none.
  case bytes(DeviceKey)

  /// The key for a keychain.
  func key(for vaultID: RowIdentifier) throws(KeychainError) -> DeviceKey {
    switch self {
    case .key(let key): key
    case .bytes(let key): try key.named(vaultID)
    }
  }
}
