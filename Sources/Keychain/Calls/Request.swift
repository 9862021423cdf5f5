package import KeychainCrypto
package import KeychainModel

/// The request of a call. A request consists of values, without a path that the service must open.
///
/// The documentation of each case begins with the reply. `KeychainService.send` lists the errors of all calls.
package enum Request: Sendable {
  // MARK: Items

  /// Reply: `.items` with the new items of an add, or with the items that a search found, in the order of creation. The
  /// list is empty for an update and a delete.
  ///
  /// Errors: `.itemNotFound` when nothing matches; `.duplicateItem` when another item has the uniqueness key;
  /// `.missingEntitlement` when the caller may not use the access group; `.interactionNotAllowed` when the
  /// accessibility class of an item is locked; `.authenticationFailed` when the access control of an item is not
  /// satisfied. The error `.authenticationFailed` has the cause `authenticationNeeded` when a proof is missing; the
  /// client then asks the person for a proof. The error has the cause `wrongApplicationPassword` when the supplied
  /// password is wrong. The error has no cause when no proof can satisfy the access control.
  ///
  /// - Parameter proof: The handle of the caller's proofs; nil when the caller has no proof.
  case items(ItemRequest, proof: Handle?)
  /// Reply: `.candidates` with a page of the certificates that a client must evaluate before the client sends the
  /// request `items`. An empty page is not an error. A page ends before an item that cannot be opened; the request for
  /// the next page throws the error of that item. The errors are the same as for `items`.
  case candidates(CandidateRequest, proof: Handle?)
  /// Reply: `.flags` with one flag for each item of a batch. The flag tells whether an item of the keychain has the
  /// same uniqueness key. The items of the batch are not compared with each other.
  case duplicates(BatchRequest)
  /// Reply: `.count` with the number of items, even for a keychain that cannot be opened. Tombstones are not counted.
  /// The count is nil when the number is unknown, or when there is no keychain.
  case countItems
  /// Reply: `.unreadable` with two numbers for items of these classes: the items that no search finds, and the items
  /// that need a proof. No search finds an item whose columns or metadata are damaged, or whose key is not in the
  /// keybag. A search finds an item if only its secret is damaged. The request creates no file.
  ///
  /// Errors: `.interactionNotAllowed` when items are locked.
  case countUnreadable([ItemClass])

  /// Reply: `.result` with the result of an operation with a private key. The key does not leave the service. The
  /// errors are the errors of `items`, and `.parameter` when the key cannot perform the operation.
  case use(KeyOperationRequest, proof: Handle?)

  // MARK: Proofs

  /// Reply: `.handle` with the handle of the caller's proofs, for `items`. The handle is valid until the client closes
  /// it. For a client in another process, the handle is valid for at most 12 hours. Locking the keychain does not end
  /// the handle. Every event that ends the passcode proof also ends the handle.
  ///
  /// - Parameters:
  ///   - isTypedOnce: Whether a person typed the password only once, so that the password may contain a typing error.
  ///   - passcode: The handle of a passcode proof; nil for no passcode proof.
  case openProof(applicationPassword: Passcode?, isTypedOnce: Bool, passcode: Handle?)
  /// Reply: `.handle` with the handle of the passcode proof. A change or a removal of the passcode ends the proof.
  /// Errors: `.authenticationFailed` when the passcode is wrong or may not be tried yet.
  case provePasscode(Passcode)
  /// Reply: `.done` when a passcode may be tried now. Errors: `.authenticationFailed` with the cause `passcodeMustWait`
  /// when no passcode may be tried yet.
  case requirePasscodeAttempt
  /// Reply: for the purpose `unlock`, the reply of `unlock`; otherwise the reply of `provePasscode`. The service asks the
  /// person for the passcode through the agent of the client's session, so the client never has the passcode. Only the
  /// service that has agents (`keychaind`) answers the request.
  ///
  /// The request waits for the person for at most `Call.questionTimeLimit`. A request `cancel` with `handle` ends it.
  ///
  /// Errors: `.interactionNotAllowed` with the cause `agentMissing` when the session has no agent; `.interactionNotAllowed`
  /// when the agent cannot ask now; `.userCancelled` when the person or the client dismissed the question;
  /// `.authenticationFailed` after three wrong answers, or without an answer; `.notAvailable` with the cause
  /// `passcodeMissing` when no passcode is set.
  ///
  /// - Parameter handle: A handle that the client chose for `cancel`.
  case askPerson(PersonQuestion, as: Handle)
  /// Reply: `.done`. The client becomes the agent of its session: the service sends it the questions to the person. Only
  /// `keychain-agent` may be the agent.
  ///
  /// Errors: `.missingEntitlement` when the client is another program; `.notAvailable` when the session has an agent.
  ///
  /// - Parameters:
  ///   - isGraphical: Whether the agent shows questions in windows.
  ///   - proof: The handle of a proof of the passcode, with which the client takes the place of an earlier agent; nil for
  ///     no proof.
  case becomeAgent(isGraphical: Bool, proof: Handle?)
  /// Reply: `.flag`, true when the handle proves the passcode of the keychain. Errors: `.parameter` with the cause
  /// `unknownProof` when the proof has ended.
  case isCurrent(Handle)
  /// Reply: `.flag`, true when a new item may be protected with the application password of the handle. False when a
  /// person typed the password only once and the password has opened no item yet.
  case mayGuard(Handle)
  /// Reply: `.done`. Ends the proofs of the handle.
  case closeProof(Handle)

  // MARK: The keychain

  /// Reply: `.flag`, true when any file of the keychain is present. The requests `isPresent`, `countItems`,
  /// `canBeLocked` and `lock` create no file.
  case isPresent
  /// Reply: `.done`. Creates a missing keychain.
  case open
  /// Reply: `.done`. Closes the keychain in the process of the service. If this process wrote to the database, the
  /// write-ahead log is moved into the database.
  case close
  /// Reply: `.status`. Creates a missing keychain. The requests `status`, `lock` and `unlock` also work when the
  /// database is damaged.
  case status
  /// Reply: `.flag`, true when a passcode is set.
  case canBeLocked
  /// Unlocks the keychain with the passcode that the process of the service received at its start. Has the same reply as
  /// `unlock`. Errors: `.notAvailable` with the cause `passcodeMissing` when the process received no
  /// passcode.
  case unlockWithGivenPasscode
  /// Reply: `.flag`, true when the database recorded the lock. The service drops its keys immediately, and every other
  /// process drops its keys at its next call. Errors: `.notAvailable` when no passcode is set, or when there is no
  /// keychain.
  case lock
  /// Reply: `.refusal` with the reason why only the process of the service was unlocked; nil when every process of the
  /// user was unlocked.
  case unlock(Passcode)
  /// Reply: `.done`. Changes the times after which the keychain locks itself. Errors: `.notAvailable` when no passcode
  /// is set.
  case set(LockSettings)
  /// Has the same reply as `unlock`. `from` is nil for a first passcode. A new passcode unlocks the keychain. A nil
  /// `to` removes the passcode, and the items that need a passcode are lost permanently. Errors:
  /// `.authenticationFailed` when the old passcode is wrong.
  ///
  /// - Parameter isLoginPassword: Whether the new passcode is the login password of the user, so that a login unlocks the
  ///   keychain. False makes the passcode a password of its own.
  case changePasscode(from: Passcode?, to: Passcode?, isLoginPassword: Bool = false)

  // MARK: Life cycle

  // The requests of this section do not create a missing keychain.

  /// Reply: `.flag`, false when there is no keychain. Replaces the device key with a new random key, and wraps the
  /// keybag with the new key. After the change, copies of the old device key open only copies of the old keybag.
  ///
  /// Errors: `.notAvailable` when the device key is a credential; `.interactionNotAllowed` when a passcode is set and
  /// no passcode was given; `.authenticationFailed` when the given passcode is wrong. After an error, either nothing
  /// was changed, or the next use of the keychain finishes the change.
  case changeDeviceKey(Passcode?)
  /// Reply: `.deviceKey` with the device key that opens the current keybag. Errors: `.notAvailable` when there is no
  /// keychain.
  case exportDeviceKey
  /// Reply: `.flag`, false when the key is already in the file `device.key`. Writes the key to this file if the file is
  /// missing.
  ///
  /// Errors: `.notAvailable` when the key is not the device key of this keychain, when `device.key` contains another
  /// key, or when the keybag is not the current keybag. After an error nothing was changed.
  case importDeviceKey(DeviceKeyContent)
  /// Reply: `.flag`, true when the content of the file `device.key` was overwritten. If false, the old content can
  /// still be on the disk. Removes the file, after a check that the copy or the credential of the service opens the
  /// keychain.
  ///
  /// Errors: `.notAvailable` when neither the copy nor the credential opens the keychain, when there is no file
  /// `device.key`, or when the key in this file does not open the keychain. After an error nothing was removed.
  ///
  /// - Parameter copy: The content of a copy of the device key; nil to use the credential.
  case removeDeviceKeyFile(copy: DeviceKeyContent?)
  /// Reply: `.repair` with the number of rows found and the number of rows known to be missing, for each class. The
  /// reply contains nil when the database is intact, or when there is no keychain. A damaged database is kept under
  /// another name. A new database gets every row that can be read.
  ///
  /// Errors: `.interactionNotAllowed` when the database is damaged, the keychain is locked and no passcode was given;
  /// `.authenticationFailed` when the given passcode is wrong; `.notAvailable` when a file other than the database is
  /// missing or is an older copy. After an error the database is unchanged.
  ///
  /// - Parameter onlyIfMarked: Whether to repair only if an earlier call has found damage. The header records such
  ///   damage, so one read is sufficient.
  case repair(Passcode?, onlyIfMarked: Bool)
  /// Reply: `.flag`, false when no file of the keychain is an older copy. Accepts an older copy of a file as the
  /// current file. Items stay in place. An item cannot be read if its key was only in a lost keybag.
  ///
  /// Errors: `.notAvailable` when the database or the device key is missing, or when no keybag can be opened. After an
  /// error nothing was changed.
  case acceptOlder
  /// Reply: `.recovery` with the number of items that were put back from quarantine, and the reasons why the other
  /// items stay in quarantine. An item is put back if the item can be opened and its uniqueness key is free.
  case recoverQuarantined
  /// Reply: `.count` with the number of rows that were deleted from quarantine, including rows that could be put back.
  case dropQuarantined
  /// Reply: `.erasure`, with nil when there was no keychain. Destroys the keys, and removes every file except the
  /// header. Other processes find no item at their next call. The request also works on a keychain that cannot be
  /// opened.
  ///
  /// Errors: only the errors that every call can have. After an error, either nothing was changed, or the next use of
  /// the keychain finishes the erasure.
  case erase

  // MARK: Requests of the administrator

  // Only programs of root may send these requests, for a keychain that they name when they connect.

  /// Reply: `.done`. The service closes the keychain, and gives its folder another name. Sent after the keychain was
  /// given back to its user. Errors: `.notAvailable` when the keychain changed since the copy with this digest.
  case setAside(digest: [UInt8])
  /// Reply: `.done`. Destroys the keys, and removes the folder of the keychain.
  case deleteKeychain
  /// Reply: `.done`. The keychain belongs to the present account with the number of the user from now on. Errors:
  /// `.notAvailable` when there is no such account, or no keychain.
  case keepKeychain

  // MARK: Changes

  /// Reply: `.changes` with the commits of all processes since a cursor, the oldest first, and the cursor after these
  /// commits. The request waits until there is a commit. If the time limit of the call passes before a commit, the list
  /// is empty. Only the latest 64 commits are reported. The request does not create a keychain.
  ///
  /// - Parameter since: The cursor; nil to get the current cursor without waiting.
  case changes(since: ChangeCursor?)

  // MARK: Calls that are sent again

  /// Reply: `.outcome` with the outcome of the call that has this identifier and came from the same client. If the call
  /// has not been carried out, the service refuses the call from now on.
  case outcome(of: RequestIdentifier)

  // MARK: Work that takes long

  /// Reply: `.handle` with the handle of running work. Each step of the work waits for other processes for at most 30
  /// seconds, like a call without a time limit.
  ///
  /// Errors: `.notAvailable` when the client has too much work.
  case begin(Work)
  /// Reply: `.progress`; `.bytes` with output of finished work; or `.ended` with the reply of the work. The request
  /// waits for progress, output or the end. The last `next` returns `.ended` or throws the error of the work. After
  /// that, the handle is unknown to the service.
  case next(Handle)
  /// Reply: `.done`. Sends the next bytes of a file of the client, at most 64 KiB, to work that reads the file. The
  /// work begins when it has the whole file.
  case write(Handle, [UInt8])
  /// Reply: `.done`. The work ends at its next step, but its commits stay. The reply of `next` shows whether the work
  /// ended before the cancellation. The handle may also be the handle of a request `askPerson`, which then ends with
  /// `.userCancelled`.
  case cancel(Handle)
}

/// Work that takes a long time.
package enum Work: Sendable {
  /// Reply: `.items`. Adds all items, or no item.
  case add([AddRequest], sparingPresent: Bool, proof: Handle?)
  /// Reply: `.batch` with the outcome of each item. Adds all items of a batch, or no item. The reason of an error
  /// contains the number of the item.
  case batch(BatchRequest)
  /// Reply: `.rotation`, with nil when there is no keychain. Creates no keychain. Gives every class of items a new key,
  /// seals every row under the new keys, and destroys the old keys. Other processes can use the keychain during the
  /// rotation. The attributes and the secrets of items do not change, and observers are not notified. A given passcode
  /// unlocks the keychain. If an earlier rotation was interrupted, the work finishes that rotation instead. The
  /// progress is the number of sealed rows.
  ///
  /// Errors: `.interactionNotAllowed` when a passcode is set and no passcode was given, or when the keychain was locked
  /// during the rotation; `.authenticationFailed` when the given passcode is wrong, or may not be tried yet;
  /// `.notAvailable` when a passcode was given but none is set, or when the keybag has no room for new keys (after
  /// about 580 rotations). After an error, the rows that were sealed stay sealed, and the next rotation continues.
  case rotateKeys(Passcode?)
  /// Reply: `.verification` with all damage that was found; the report is empty when there is no keychain. Reads every
  /// row and changes nothing. The work also runs on a keychain that other calls refuse to use. The progress is the
  /// number of rows.
  ///
  /// Errors: `.notAvailable` when the folders cannot be used at all, or when another process uses the keychain for too
  /// long.
  case verify
  /// Reply: `.purge`. Removes tombstones, and rows whose key was destroyed. Creates no keychain. Damaged rows and the
  /// quarantine stay. The progress is the number of rows read. Rows that were removed before an error stay removed.
  ///
  /// A tombstone keeps the persistent reference of a deleted synchronizable item. If an equal item is added later, the
  /// new item gets this reference. After a purge, the new item gets another reference.
  case purge
  /// Reply: `.compaction`, with nil when there is no keychain. Creates no keychain. Frees the disk space of deleted
  /// items, and keeps the order of creation. During the work other processes can read, but writers wait. The progress
  /// is an estimate of the copied rows and index entries.
  ///
  /// Errors: `.notAvailable` when there is not enough free disk space. After an error the keychain is unchanged.
  case compact
  /// Reply: `.backup`. The client receives the bytes of the backup in pieces, after the backup is complete. A
  /// passphrase opens the backup on every device; nil binds the backup to this device.
  ///
  /// A backup for a client in another process contains no private keys that stay in the service.
  ///
  /// Errors: `.interactionNotAllowed` when the keychain is locked before or during the export; `.notAvailable` when
  /// there is no keychain, or when the disk has no room for the backup.
  case exportBackup(passphrase: Passcode?)
  /// Reply: `.copy`. The client receives the bytes of a copy of the keychain in pieces, after the copy is complete. The
  /// copy opens only with the device key of the keychain. Works while the keychain is locked.
  ///
  /// Errors: `.notAvailable` when there is no keychain, or when the disk has no room for the copy.
  ///
  /// - Parameter includesProtected: Whether the copy contains the items of protected programs.
  case exportCopy(includesProtected: Bool)
  /// Reply: `.copy`. Makes the keychain from a copy of another one. The client sends the bytes of the copy with `write`.
  /// For a client without the permission `custody`, the items are stored for every program of the user, and the keychain
  /// gets another device key. Otherwise the keychain is stored as it is, and keeps its device key.
  ///
  /// Errors: `.notAvailable` when there is another keychain with items or a passcode; `.authenticationFailed` when the
  /// device key or the passcode is wrong; `.interactionNotAllowed` when a passcode is missing; `.decode` when the copy is
  /// damaged. After an error nothing was changed.
  ///
  /// - Parameters:
  ///   - deviceKey: The device key of the keychain in the copy; nil for the device key that the service derives for the
  ///     keychain.
  ///   - passcode: The passcode of the keychain in the copy; nil when it has none, and for a client with the permission
  ///     `custody`.
  ///   - byteCount: The length of the copy in bytes, at most 4 GiB.
  case importCopy(deviceKey: DeviceKeyContent?, passcode: Passcode?, byteCount: Int)
  /// Reply: `.restoration`. Stores the items of a backup. The client sends the bytes of the backup with `write`.
  ///
  /// Errors: `.interactionNotAllowed` while the keychain is locked; `.authenticationFailed` when the passphrase is
  /// wrong, the backup is from another device, or `deviceKey` is not the key that the backup was made with; `.decode`
  /// when the file is damaged or is not a backup; `.parameter` when a required passphrase is missing, or when an
  /// unneeded passphrase is given; `.notAvailable` for a client in another process when the disk has no room for the
  /// backup, or the passphrase of the backup is too costly (`Argon2Cost.isFairToOthers`); `.missingEntitlement` with the
  /// cause `personNeeded` when the keychain has items and the client lacks the permission `administration`. After an
  /// error nothing was changed.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase of the backup; nil for a backup that is bound to a device.
  ///   - deviceKey: The device key that the backup was made with; nil to use the device key of the keychain.
  ///   - isDryRun: Whether the call only reports the outcome.
  ///   - byteCount: The length of the backup in bytes, at most 4 GiB.
  case importBackup(
    passphrase: Passcode?, deviceKey: DeviceKeyContent?, isDryRun: Bool, byteCount: Int)
}

/// A device key that was read from a file or typed by a person.
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
