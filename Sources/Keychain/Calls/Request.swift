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
  /// `.flags`: whether the uniqueness key of each item of a batch is taken.
  case duplicates(BatchRequest)
  /// `.count`: how many items there are, tombstones not counted; nil when nothing says it.
  case countItems
  /// `.unreadable`: how many items of these classes no search finds.
  case countUnreadable([ItemClass])

  /// `.result`: of an operation with a private key. The key does not leave the service. Errors as those of `items`, and
  /// `.parameter` when the key cannot do this.
  case use(KeyOperationRequest, proof: Handle?)

  // MARK: Proofs

  /// `.handle`: of what the caller brings along, for `items`. It lasts until it is closed, and a locking does not end it.
  ///
  /// - Parameters:
  ///   - isTypedOnce: Whether a person typed the password, once: it may be mistyped.
  ///   - passcode: The handle of a passcode that was proven.
  case openProof(applicationPassword: Passcode?, isTypedOnce: Bool, passcode: Handle?)
  /// `.handle`: of the passcode. `.authenticationFailed` when it is wrong or may not be tried yet.
  case provePasscode(Passcode)
  /// `.done` when a passcode may be tried now. `.authenticationFailed` with the cause `passcodeMustWait` when not.
  case requirePasscodeAttempt
  /// `.flag`: whether the passcode of a handle is still that of the keychain.
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
  /// `.status`. Makes the keychain when there is none.
  case status
  /// `.flag`: whether a passcode is set.
  case canBeLocked
  /// `.refusal`, as `unlock`: by the passcode that the serving process was given when it was started. `.notAvailable` with
  /// the cause `passcodeMissing` when it was given none.
  case unlockWithGivenPasscode
  /// `.flag`: whether the database could record the locking. Each process drops its keys at its next call.
  case lock
  /// `.refusal`: why only the serving process was unlocked; nil when every process of the user was.
  case unlock(Passcode)
  /// `.done`. Changes when the keychain locks itself.
  case set(LockSettings)
  /// `.refusal`, as `unlock`. A first passcode has no old one; no new one removes it.
  case changePasscode(from: Passcode?, to: Passcode?)

  // MARK: Life cycle

  /// `.flag`: false where there is no keychain.
  case changeDeviceKey(Passcode?)
  /// `.deviceKey`: the key that opens the keybag in force.
  case exportDeviceKey
  /// `.flag`: false when the key is in place already.
  case importDeviceKey(DeviceKeyContent)
  /// `.flag`: whether the file could be overwritten. A copy, or the credential of the service, proves to open the keychain
  /// before the file is removed.
  case removeDeviceKeyFile(copy: DeviceKeyContent?)
  /// `.repair`: nil when the database is whole.
  case repair(Passcode?, onlyIfMarked: Bool)
  /// `.flag`: whether a file was an older copy.
  case acceptOlder
  /// `.recovery`: what came of putting back the items in quarantine.
  case recoverQuarantined
  /// `.count`: how many rows of the quarantine were deleted.
  case dropQuarantined
  /// `.erasure`: nil where there was no keychain.
  case erase

  // MARK: Changes

  /// `.handle`: of the commits from now on, by whatever process. `next` gives `.changes`, or `.progress` when there were
  /// none in its time; `cancel` ends the subscription. Only the latest 64 commits between two `next` are reported.
  case subscribe

  // MARK: Work that takes long

  /// `.handle`: of work that goes on meanwhile. It ends with `finish` or `cancel`.
  case begin(Work)
  /// `.progress`, `.bytes` or `.ended`. Waits for news.
  case next(Handle)
  /// `.done`. Gives the next bytes of a file of the client, at most 64 KiB, to work that reads it.
  case write(Handle, [UInt8])
  /// The reply of the work, once it has ended.
  case finish(Handle)
  /// `.done`. The work ends at its next step; what it had committed stays.
  case cancel(Handle)
}

/// Work that takes long.
package enum Work: Sendable {
  /// `.items`. Adds items, all of them or none.
  case add([AddRequest], sparingPresent: Bool, proof: Handle?)
  /// `.batch`. Adds the items of a batch, all of them or none.
  case batch(BatchRequest)
  /// `.rotation`: nil where there is no keychain.
  case rotateKeys(Passcode?)
  /// `.verification`.
  case verify
  /// `.purge`.
  case purge
  /// `.compaction`: nil where there is no keychain.
  case compact
  /// `.backup`. Its bytes come in pieces. A passphrase opens it on every device; nil binds it to this one.
  ///
  /// Errors: `.interactionNotAllowed` while the keychain is locked; `.notAvailable` when there is no keychain, and with
  /// the failure cause `replaced` when it was replaced after the first bytes.
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
  ///   - byteCount: The length of the backup.
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
