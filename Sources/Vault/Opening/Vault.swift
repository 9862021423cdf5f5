package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
package import KeychainStore

/// Owns one keychain: its files, its keys and its life cycle (docs/vault.md).
///
/// The first call opens or creates the vault. Any thread, and the child of a fork, may use the object. The child opens
/// the files again. `closeConnections` must be called before a fork, and no call may run during the fork.
package final class Vault: Sendable {
  /// The open vault of one process. The child of a fork inherits the open vault of its parent.
  private struct Current: Sendable {
    var marker = ForkDetector()
    var vault: OpenVault?
  }

  package let location: VaultLocation
  package let context: UnlockContext
  let random: any RandomSource
  let onStep: @Sendable (Step) throws(KeychainError) -> Void
  private let current = ForkSafeMutex(Current())
  /// The identifier of the vault that was opened last; nil before the first opening.
  let lastVaultID = ForkSafeMutex<RowIdentifier?>(nil)

  /// Makes an object for the vault at a location. No file is opened or created.
  package init(
    _ location: VaultLocation, context: UnlockContext = .system, random: any RandomSource = SystemRandom(),
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) {
    self.location = location
    self.context = context
    self.random = random
    self.onStep = onStep
  }

  // MARK: Calls

  /// Runs `body` with a session, outside a transaction.
  ///
  /// `body` runs again if the files or the keys changed during the run.
  package func read<Result>(
    until deadline: Deadline, _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in try vault.read(until: deadline, body) }
  }

  /// Runs `body` in a transaction that may write. All changes are committed, or no change is committed.
  ///
  /// `body` runs again if the files or the keys changed during the run.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the wait for other writers of this process.
  ///   - changesItems: False for a transaction that changes no item. Observers are not notified then.
  ///   - isSynchronizable: Whether the result concerns a synchronizable item.
  package func write<Result>(
    until deadline: Deadline, _ cancellation: Cancellation? = nil, changesItems: Bool = true,
    isSynchronizable: (Result) -> Bool = { (_: Result) in false },
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      try vault.write(until: deadline, cancellation, changesItems: changesItems, isSynchronizable, body)
    }
  }

  /// Runs `body`, the only writer of this process, with its own connection, under the vault lock, in no transaction.
  package func maintain<Result>(
    _ mode: FileLock.Mode, until deadline: Deadline, _ body: (Connection, VaultFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      try vault.maintain(mode, until: deadline, body)
    }
  }

  /// Opens the vault. Creates a missing vault.
  @discardableResult
  package func open(until deadline: Deadline) throws(KeychainError) -> OpenedFiles {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      // This read detects a change by another process, and opens the vault again.
      try vault.read(until: deadline) { (_) throws(KeychainError) in vault.base }
    }
  }

  /// Whether any file of the vault is present. The check creates no file.
  package func isPresent() throws(KeychainError) -> Bool { try location.existing()?.isPresent() ?? false }

  /// Ends the use of the vault. The next call opens the vault again.
  package func close() {
    withCurrent { vault in
      vault?.finish()
      vault = nil
    }
  }

  /// Closes the idle connections, because a child of a fork must inherit no connection.
  package func closeConnections() { withCurrent { $0?.close() } }

  /// Discards the open vault, if `vault` is nil or is the open vault. The files are not touched.
  func discard(_ vault: OpenVault? = nil) {
    withCurrent { current in
      guard let open = current, vault == nil || vault === open else { return }
      open.abandon()
      current = nil
    }
  }

  private func withCurrent<Result, Failure: Error>(
    _ body: (inout OpenVault?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try current.withLock { (current) throws(Failure) in
      if !current.marker.isThisProcess {
        // The kernel wiped the keys in this child of a fork. The parent uses the open files, so the files stay open.
        if let vault = current.vault { _ = Unmanaged.passRetained(vault) }
        current = Current()
      }
      return try body(&current.vault)
    }
  }

  @inline(__always)
  private func withOpenVault<Result>(
    until deadline: Deadline, _ body: (OpenVault) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    while true {
      var opened: OpenVault?
      do throws(KeychainError) {
        // One thread at a time opens the vault.
        let vault = try withCurrent { (current) throws(KeychainError) in
          if let current { return current }
          let vault = try openVault(until: deadline)
          current = vault
          return vault
        }
        opened = vault
        return try body(vault)
      } catch { try shouldRetry(after: error, opened, until: deadline) }
    }
  }

  /// Returns normally when a call must begin again, because the files or the keys changed during the call.
  ///
  /// - Throws: The error of the call, with all details that help to understand it.
  private func shouldRetry(
    after error: KeychainError, _ vault: OpenVault?, until deadline: Deadline
  ) throws(KeychainError) {
    // Dropping ended keys is slow. An error about items does not depend on keys, so this code omits this step then.
    if !error.isAboutItems {
      context.cache.dropEnded((try? location.existing()?.header()?.read())??.state, context.clock)
    }
    var isOutdated = error.cause == .storeReplaced
    if let vault {
      if error.cause == .databaseDamaged { markDamaged(vault) }
      if error.code == .interactionNotAllowed { isOutdated = try wasUnlockedSince(vault) }
      if isOutdated || error.cause == .databaseDamaged { discard(vault) }
    }
    if isOutdated, deadline.remaining > .zero { return }
    throw error.cause == .storeReplaced
      ? error.withReason("other processes keep changing the keychain") : context.cache.explaining(error.withRepairHint)
  }

  /// Whether another process unlocked the vault, so that more keys are available now than at the opening.
  private func wasUnlockedSince(_ vault: OpenVault) throws(KeychainError) -> Bool {
    guard vault.base.keybag.hasPasscode, vault.keys.lockState != .unlocked else { return false }
    return try keys(vault.base).ring.openClasses.isStrictSuperset(of: vault.keys.ring.openClasses)
  }

  /// Sets the damage flag if a second connection also finds the database damaged, unless the volume is read-only.
  private func markDamaged(_ vault: OpenVault) {
    do throws(KeychainError) {
      guard !vault.base.state.isDamaged else { return }
      let deadline = Deadline.after(.seconds(2))
      let (lock, header) = try vault.files.lock(.shared, until: deadline)
      defer { lock.unlock() }
      guard try vault.isInPlace(),
        try StoreSchema.isDamaged(vault.files.names.database, in: vault.files.data, until: deadline)
      else { return }
      try header.change(until: deadline) { state in
        if state.databaseID == vault.base.state.databaseID { state.isDamaged = true }
      }
      Log.error("the database is damaged: verify-keychain --repair puts its items into a new one")
    } catch { Log.error("it could not be recorded that the database is damaged", error) }
  }

  // MARK: Keys

  /// The keys that are available now.
  ///
  /// - Parameter deadline: The time until which to wait for other threads that try a passcode.
  package func keys(
    _ opened: OpenedFiles, until deadline: Deadline = .after(.seconds(30))
  ) throws(KeychainError) -> OpenKeys {
    let triesPasscode = location.isGivenPasscode ? try waitForTrials(until: deadline) : false
    defer { if triesPasscode { context.cache.automaticUnlocks.leave() } }
    let lockings = context.cache.lockings(of: opened.keybag.vaultID)
    var keys = try KeyResolution(opened, context).run()
    if triesPasscode {
      let automaticUnlock = AutomaticUnlock(
        location: location, opened: opened, context: context, deadline: deadline, lockings: lockings)
      keys = automaticUnlock.run(keys) ?? keys
    }
    return hold(keys, opened, lockings)
  }

  /// Waits until no other thread tries the passcode. Returns false if the deadline passes first.
  private func waitForTrials(until deadline: Deadline) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      try context.cache.automaticUnlocks.enter(until: deadline)
      return true
    } catch {
      guard error.failureCause == .timedOut else { throw error }
      return false
    }
  }

  /// Caches new keys, unless this process locked or unlocked the vault during the search for the keys.
  ///
  /// - Parameter lockings: The number of lockings in this process before the search for the keys.
  func hold(_ keys: OpenKeys, _ opened: OpenedFiles, _ lockings: UInt64) -> OpenKeys {
    guard opened.keybag.hasPasscode else { return keys }
    context.cache.update(opened.keybag.vaultID, since: lockings) { entry in
      // If keys cannot be published, only the cache shows that another thread unlocked the vault.
      if keys.validity == nil, let held = entry.keys, held.isOfSameState(as: keys),
        held.validity?.holds(opened.state, context.clock) == true
      {
        return
      }
      entry.keys = keys
    }
    return keys
  }

  /// Records which vault is open. Drops the keys of an earlier vault at this location. The record that this process locked
  /// that vault stays, because the vault may have been moved away, and can come back.
  func note(_ vaultID: RowIdentifier) {
    let former = lastVaultID.withLock { last in
      defer { last = vaultID }
      return last
    }
    if let former, former != vaultID { context.cache.forget(former) }
  }

  /// Whether the vault has a passcode, and which of its items can be read. This also works with a damaged database.
  package func status(until deadline: Deadline) throws(KeychainError) -> LockStatus {
    if let locked = try lockedStatus() { return locked }
    let opened = try openForKeys(until: deadline)
    let state = opened.keybag.hasPasscode ? try keys(opened, until: deadline).lockState : .unlocked
    return LockStatus(hasPasscode: opened.keybag.hasPasscode, state: state, settings: opened.state.settings)
  }
}

extension KeychainError {
  /// This error. If SQLite reported a damaged database, the text also names the remedy.
  fileprivate var withRepairHint: KeychainError {
    let sentence = Inconsistency.databaseDamaged.error.reason
    guard cause == .databaseDamaged, reason != sentence else { return self }
    return withReason("\(sentence) (\(reason))")
  }
}
