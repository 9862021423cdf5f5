package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// Owns one keychain: its files, its keys and its life cycle (docs/vault.md).
package final class Vault: Sendable {
  let files: VaultFiles
  let authority: any UnlockAuthority
  let clock: any VaultClock
  let random: any RandomSource
  let passcodeCost: Argon2Cost
  let cache = KeyCache()

  /// - Parameter passcodeCost: What a new passcode costs a program that tries it.
  package init(
    _ files: VaultFiles, authority: any UnlockAuthority, clock: any VaultClock,
    random: any RandomSource = SystemRandom(), passcodeCost: Argon2Cost = .recommended
  ) {
    self.files = files
    self.authority = authority
    self.clock = clock
    self.random = random
    self.passcodeCost = passcodeCost
  }

  // MARK: Opening

  /// Everything of a vault that lies beside its database.
  struct Opened {
    let header: HeaderFile
    let state: HeaderState
    let keybag: Keybag
    let reference: KeybagReference
    let deviceKey: DeviceKey
  }

  /// Opens the vault: finishes interrupted work, and makes the vault where there is none.
  ///
  /// - Throws: `.notAvailable` when the files do not belong together, with the sentence of the inconsistency;
  ///   what keeps a file from being used.
  func open(until deadline: Deadline) throws(KeychainError) -> Opened {
    while true {
      switch Consistency(try files.look(until: deadline)) {
      case .whole:
        if let opened = try openBesideDatabase(), opened.state.pending == nil { return opened }
      case .refused(let inconsistency): try confirm(inconsistency, until: deadline)
      case .empty, .job: break
      }
      guard deadline.remaining > .zero else {
        throw KeychainError(.notAvailable, "other processes keep changing the keychain")
      }
      try finishWork(until: deadline)
    }
  }

  /// A look without a lock may meet a change half way. A refusal that is found again under the lock stands.
  private func confirm(
    _ inconsistency: Inconsistency, until deadline: Deadline
  ) throws(KeychainError) {
    let lock = try FileLock(files.names.header, in: files.data)
    try lock.lock(.shared, timeout: deadline.remaining)
    defer { lock.unlock() }
    guard case .refused(let confirmed) = Consistency(try files.look(until: deadline)) else {
      return
    }
    throw confirmed.error
  }

  /// What must be done before the vault can be used, while no other process uses it.
  private func finishWork(until deadline: Deadline) throws(KeychainError) {
    let exclusive = try ExclusiveFiles(files, until: deadline)
    switch try exclusive.consistency() {
    case .empty: try VaultCreation(exclusive, random: random).run()
    case .job(let job): try JobResumption(exclusive, random: random).run(job)
    case .whole:
      let commit = KeybagCommit(exclusive)
      if try commit.isUnsettled() { try commit.settle() }
    case .refused(let inconsistency): throw inconsistency.error
    }
  }

  /// The files beside the database; nil when the header names no keybag in force, or one of them is missing.
  /// They say everything about locking, whatever became of the database.
  func openBesideDatabase() throws(KeychainError) -> Opened? {
    guard let header = try files.header(), let state = try header.read()?.state,
      let vaultID = state.vaultID, let reference = state.keybag,
      let keybag = try files.keybags.load(reference.number),
      try keybag.digest() == reference.digest,
      let deviceKey = try files.deviceKey.load(for: vaultID),
      try keybag.isOpened(by: deviceKey)
    else { return nil }
    return Opened(
      header: header, state: state, keybag: keybag, reference: reference, deviceKey: deviceKey)
  }

  // MARK: Keys

  func resolution(_ opened: Opened) -> KeyResolution {
    KeyResolution(
      keybag: opened.keybag, reference: opened.reference, deviceKey: opened.deviceKey,
      state: opened.state, authority: authority, clock: clock)
  }

  /// The keys that can be had now.
  func keys(_ opened: Opened) throws(KeychainError) -> OpenKeys {
    let keys = try resolution(opened).run(cache.keys)
    cache.hold(keys)
    return keys
  }

  /// Whether the vault has a passcode, and what of it can be used.
  package struct Status: Equatable, Sendable {
    package let hasPasscode: Bool
    package let lockState: LockState
    package let settings: LockSettings
  }

  /// The status of the vault; nil when there is none. It works beside a damaged database.
  ///
  /// - Throws: `.notAvailable` when files are missing or damaged.
  package func status() throws(KeychainError) -> Status? {
    guard let header = try files.header(), let state = try header.read()?.state,
      state.vaultID != nil
    else { return nil }
    guard let opened = try openBesideDatabase() else { throw Inconsistency.keybagMissing.error }
    return Status(
      hasPasscode: opened.keybag.hasPasscode, lockState: try keys(opened).lockState,
      settings: opened.state.settings)
  }
}

extension Inconsistency {
  /// The error of a call on such files.
  var error: KeychainError { KeychainError(.notAvailable, "\(sentence)") }

  private var sentence: String {
    switch self {
    case .headerMissing:
      "latchkey.lock is missing, which says what state the keychain is in. Put it back, or let "
        + "verify-keychain --accept-older make it again."
    case .headerDamaged:
      "latchkey.lock is damaged or cut short. Put it back, or let verify-keychain --accept-older make it again."
    case .databaseMissing: "keychain.db is missing. Put it back together with its log."
    case .databaseDamaged:
      "keychain.db is damaged: verify-keychain --repair puts its items into a new one."
    case .otherVault: "the files belong to different keychains."
    case .otherDatabase:
      "keychain.db and latchkey.lock do not belong together: one of them is an older copy. Put the newer one "
        + "back, or go on with verify-keychain --accept-older."
    case .olderHeader:
      "latchkey.lock is an older copy: the keychain was locked since. Put the newer one back, or go on with "
        + "verify-keychain --accept-older."
    case .missingCommits:
      "keychain.db lacks changes that were acknowledged: it is an older copy, or its log is damaged. Put the "
        + "newer one back, or go on with verify-keychain --accept-older."
    case .keybagMissing:
      "the keybag in force is missing. Put it back, or go on with verify-keychain --accept-older."
    case .keybagDiffers:
      "the keybag is not the one that keychain.db records. Put the right one back, or go on with "
        + "verify-keychain --accept-older."
    case .newerKeybag:
      "there is a newer keybag than keychain.db records: keychain.db and latchkey.lock are older copies. Put the "
        + "newer ones back, or go on with verify-keychain --accept-older."
    case .deviceKeyMissing:
      "the device key is missing. Put it back with import-device-key, or pass it as a credential."
    case .deviceKeyDiffers:
      "the device key is not the one of the keybag. Put the right one back with import-device-key."
    }
  }
}
