package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
package import KeychainStore

/// Owns one keychain: its files, its keys and its life cycle (docs/vault.md).
///
/// The vault is opened, or made, by the first call. It may be used from any thread, and in the child of a fork, which
/// opens the files itself: `closeConnections` must be called before a fork.
package final class Vault: Sendable {
  package let place: VaultPlace
  package let context: UnlockContext
  let random: any RandomSource
  let onStep: @Sendable (Step) throws(KeychainError) -> Void
  private let cell = OpenVaultCell()
  /// The vault that was opened last.
  private let vaultID = Guarded<RowIdentifier?>(nil)

  /// A vault at a place. Nothing is opened or made.
  package init(
    _ place: VaultPlace, context: UnlockContext = .system,
    random: any RandomSource = SystemRandom(),
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    }
  ) {
    self.place = place
    self.context = context
    self.random = random
    self.onStep = onStep
  }

  /// Everything of a vault that lies beside its database.
  package struct Opened: Sendable {
    package let files: VaultFiles
    package let header: HeaderFile
    package let reading: HeaderFile.Reading
    package let keybag: Keybag
    package let reference: KeybagReference
    package let deviceKey: DeviceKey

    package var state: HeaderState { reading.state }
  }

  /// The folders, opened; they are made when they are not there.
  func openFiles() throws(KeychainError) -> VaultFiles {
    var files = try place.open()
    files.onStep = onStep
    return files
  }

  /// The folders, opened; nil when one of them is not there.
  func existingFiles() throws(KeychainError) -> VaultFiles? {
    var files = try place.existing()
    files?.onStep = onStep
    return files
  }

  // MARK: Calls

  /// Runs `body` with a session, outside a transaction.
  ///
  /// `body` runs again when the files or the keys changed meanwhile.
  package func read<Result>(
    until deadline: Deadline, _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      try vault.read(until: deadline, body)
    }
  }

  /// Runs `body` in a transaction that may write. All of it is kept, or nothing.
  ///
  /// `body` runs again when the files or the keys changed meanwhile.
  ///
  /// - Parameters:
  ///   - isTold: False for a change that leaves every item as it is: nobody who watches is told of it.
  ///   - isSynchronizable: Whether the result concerns a synchronizable item.
  package func write<Result>(
    until deadline: Deadline, isTold: Bool = true,
    isSynchronizable: (Result) -> Bool = { (_: Result) in false },
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      try vault.write(
        until: deadline, isTold: isTold, isSynchronizable: isSynchronizable, body)
    }
  }

  /// Runs `body` with a connection of its own, outside a transaction, as the only writer of this process, and while
  /// the vault lock is held.
  package func maintain<Result>(
    _ mode: FileLock.Mode, until deadline: Deadline,
    _ body: (Connection, VaultFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      try vault.maintain(mode, until: deadline) { (connection) throws(KeychainError) in
        try body(connection, vault.files)
      }
    }
  }

  /// Opens the vault, and makes it when there is none.
  @discardableResult
  package func open(until deadline: Deadline) throws(KeychainError) -> Opened {
    try withOpenVault(until: deadline) { (vault) throws(KeychainError) in
      // What another process changed shows here, and the vault is opened again.
      try vault.read(until: deadline) { (_) throws(KeychainError) in vault.base }
    }
  }

  /// Ends the use of the vault; the next call opens it again.
  package func close() { cell.clear() }

  /// Lets go of the open vault and its keys, and leaves the files alone.
  func letGo() { cell.letGo() }

  /// Closes the connections that are not in use: a child of a fork must inherit none.
  package func closeConnections() { cell.closeConnections() }

  /// How often a call begins again after the vault was replaced under it.
  private static let attemptCount = 5

  private func withOpenVault<Result>(
    until deadline: Deadline, _ body: (OpenVault) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    for attempt in 1... {
      do throws(KeychainError) {
        let vault = try cell.vault { () throws(KeychainError) in try openVault(until: deadline) }
        do throws(KeychainError) {
          return try body(vault)
        } catch {
          if error.cause == .databaseDamaged || error.cause == .storeReplaced {
            if error.cause == .databaseDamaged { markDamaged(vault) }
            cell.discard(vault)
          }
          guard error.code == .interactionNotAllowed, attempt < Self.attemptCount,
            try isUnlockedMeanwhile(vault)
          else { throw error.namingRepair }
          cell.discard(vault)
        }
      } catch {
        // An answer of the rules about items says nothing of the keys, and a miss must stay cheap.
        if !error.isAboutItems { dropKeys() }
        guard error.cause == .storeReplaced else {
          throw context.cache.explaining(Self.namingRepair(error))
        }
        guard attempt < Self.attemptCount else {
          throw error.saying("other processes keep changing the keychain")
        }
      }
    }
    throw VaultFiles.replaced
  }

  /// An error of damage that a call met names the ways out.
  private static func namingRepair(_ error: KeychainError) -> KeychainError {
    guard error.cause == .databaseDamaged,
      error.reason != Inconsistency.databaseDamaged.error.reason
    else { return error }
    return error.saying("\(error.reason): \(Inconsistency.databaseDamaged.error.reason)")
  }

  /// Whether more keys can be had now than when the vault was opened: another process unlocked it.
  private func isUnlockedMeanwhile(_ vault: OpenVault) throws(KeychainError) -> Bool {
    guard vault.base.keybag.hasPasscode, vault.keys.lockState != .unlocked else { return false }
    let classes = try keys(vault.base).ring.openClasses
    return classes.isStrictSuperset(of: vault.keys.ring.openClasses)
  }

  /// Drops the keys of unlockings that are over. A vault that can be opened does so by itself.
  private func dropKeys() {
    let reading = (try? place.existing()?.header()?.read()) ?? nil
    context.cache.dropEnded(reading?.state, context.clock)
  }

  // MARK: Opening

  /// Opens the files: finishes interrupted work, and makes the vault where there is none.
  ///
  /// - Throws: `.notAvailable` when the files do not belong together, with the sentence of the inconsistency; the
  ///   reason for which a file cannot be used.
  private func openVault(until deadline: Deadline) throws(KeychainError) -> OpenVault {
    let files = try openFiles()
    // Unfinished work stays on a read-only volume, and where it cannot be finished.
    var leavesUnsettled = files.data.isOnReadOnlyFileSystem
    while true {
      if let opened = try openWhole(files, leavesUnsettled, until: deadline) { return opened }
      guard deadline.remaining > .zero else {
        throw KeychainError(.notAvailable, "other processes keep changing the keychain")
      }
      leavesUnsettled = try finishWork(files, until: deadline)
    }
  }

  /// Nil when there is work to do before the vault can be used.
  private func openWhole(
    _ files: VaultFiles, _ leavesUnsettled: Bool, until deadline: Deadline
  ) throws(KeychainError) -> OpenVault? {
    let (lock, _) = try files.lock(.shared, until: deadline)
    defer { lock.unlock() }
    var look = try VaultLook(files, until: deadline)
    if look.consistency == .refused(.databaseDamaged) {
      // SQLite may have been misled by something that is no more.
      look = try VaultLook(files, until: deadline)
      if look.consistency == .refused(.databaseDamaged) {
        _ = try? look.header?.change(until: deadline) { $0.isDamaged = true }
      }
    }
    switch look.consistency {
    case .whole: break
    case .refused(let inconsistency): throw refusal(inconsistency, files)
    // Where nothing can be written, either of the two device keys may be the right one.
    case .job(let job) where job.kind == .changeDeviceKey && files.data.isOnReadOnlyFileSystem:
      break
    case .empty, .job: return nil
    }
    guard let header = look.header, let reading = look.reading, let row = look.row,
      let keybag = look.keybag, let deviceKey = look.deviceKey, let connection = look.connection,
      let database = try FileReference(files.names.database, in: files.data)
    else { return nil }
    connection.tidyFiles()
    // Keys may take a passcode to be tried, and nobody waits for that.
    lock.unlock()
    // A file that a killed process had half made may hold keys.
    let isHalfMade = try files.data.hasTemporaryFiles()
    guard leavesUnsettled || (!isUnsettled(look) && !isHalfMade) else { return nil }
    let base = Opened(
      files: files, header: header, reading: reading, keybag: keybag,
      reference: KeybagReference(number: row.keybagNumber, digest: row.keybagDigest),
      deviceKey: deviceKey)
    let lockings = context.cache.lockings(of: keybag.storeID)
    let opened = OpenVault(
      base, row, try keys(base, until: deadline), database: database, lockings: lockings, context,
      random)
    forgetFormer(keybag.storeID)
    if !keybag.hasPasscode { revokeTickets(of: keybag.storeID) }
    let isKeyHalfMade = try DeviceKeyFile.isHalfMade(in: files.key)
    if look.hasDamagedDeviceKey || isKeyHalfMade { tidyKeyUnlessBusy(files, lock) }
    Log.debug("the keychain was opened")
    try opened.add(connection, lock)
    return opened
  }

  /// The keys of a vault that was here before, and was erased by another process, are of no use.
  private func forgetFormer(_ vaultID: RowIdentifier) {
    let former = self.vaultID.withLock { former in
      defer { former = vaultID }
      return former
    }
    if let former, former != vaultID { context.cache.forget(former) }
  }

  /// Tickets of the time when a passcode was set may be left by a process that died. They open nothing any more.
  private func revokeTickets(of vaultID: RowIdentifier) {
    for purpose in KeyTicket.Purpose.allCases
    where context.authority.ticket(purpose, of: vaultID) != nil {
      context.authority.discard(purpose, of: vaultID)
    }
  }

  /// Whether something is to be finished that does not keep the files from being consistent.
  private func isUnsettled(_ look: VaultLook) -> Bool {
    guard let row = look.row, let state = look.reading?.state else { return true }
    return state.pending != nil || state.keybag?.number != row.keybagNumber || look.isKeyPrepared
      || look.found.keybagNumbers.contains { $0 < row.keybagNumber }
  }

  /// What must be done before the vault can be used, while no other process uses it.
  ///
  /// - Returns: Whether old keybags or a prepared device key may be left all the same.
  private func finishWork(
    _ files: VaultFiles, until deadline: Deadline
  ) throws(KeychainError) -> Bool {
    let exclusive = try ExclusiveFiles(files, until: deadline)
    defer { withExtendedLifetime(exclusive) {} }
    let look = try exclusive.look()
    var leavesUnsettled = false
    switch look.consistency {
    case .empty: try VaultCreation(exclusive, random: random).run()
    case .job(let job):
      try JobResumption(exclusive, random: random, context: context).run(job)
    case .whole:
      leavesUnsettled = true
      do throws(KeychainError) {
        if isUnsettled(look) { try KeybagCommit(exclusive).settle() }
        if look.isKeyPrepared, let row = look.row { try files.deviceKey.commit(row.vaultID) }
      } catch {
        Log.error("the files of the former keys could not be removed", error)
      }
    case .refused(let inconsistency): throw refusal(inconsistency, files)
    }
    repairDeviceKey(files)
    return leavesUnsettled
  }

  /// One whole copy is enough while others use the vault, and a key that is half made may be one that they make.
  private func tidyKeyUnlessBusy(_ files: VaultFiles, _ lock: FileLock) {
    guard !files.key.isOnReadOnlyFileSystem, (try? lock.tryLock(.exclusive)) == true else { return }
    defer { lock.unlock() }
    DeviceKeyFile.destroyHalfMade(in: files.key)
    repairDeviceKey(files)
  }

  /// One whole copy is enough where nothing can be written.
  private func repairDeviceKey(_ files: VaultFiles) {
    do throws(KeychainError) {
      guard !files.key.isOnReadOnlyFileSystem, try files.deviceKey.repair() else { return }
      Log.notice("a damaged copy in device.key was written again")
    } catch {
      Log.error("a damaged copy in device.key could not be written again", error)
    }
  }

  private func refusal(_ inconsistency: Inconsistency, _ files: VaultFiles) -> KeychainError {
    let error = inconsistency.error
    guard inconsistency == .deviceKeyDiffers || inconsistency == .deviceKeyMissing,
      let credential = files.credential
    else { return error }
    let unused =
      (try? files.keyFile.isPresent()) == true ? "; the file device.key is not used" : ""
    return error.saying("\(error.reason) The device key is \(credential.summary)\(unused).")
  }

  // MARK: Beside the database

  /// The files beside the database; nil when the header names no keybag in force. They say everything about locking,
  /// whatever became of the database.
  ///
  /// - Throws: `.notAvailable` when one of them is missing or another one.
  package func openBesideDatabase() throws(KeychainError) -> Opened? {
    guard let files = try existingFiles(), let header = try files.header() else { return nil }
    for _ in 0..<Self.attemptCount {
      guard let reading = try header.read(), reading.state.vaultID != nil,
        reading.state.keybag != nil
      else { return nil }
      do throws(KeychainError) {
        return try openBesideDatabase(files, header, reading)
      } catch {
        // Another process may have changed the keys meanwhile.
        guard try !header.holds(reading) else { throw error }
      }
    }
    throw VaultFiles.replaced
  }

  private func openBesideDatabase(
    _ files: VaultFiles, _ header: HeaderFile, _ reading: HeaderFile.Reading
  ) throws(KeychainError) -> Opened {
    guard let vaultID = reading.state.vaultID else { throw Inconsistency.headerDamaged.error }
    let keys = [try files.deviceKey.load(for: vaultID), files.deviceKey.prepared(vaultID)]
      .compactMap(\.self)
    var inconsistency = Inconsistency.keybagMissing
    // The keybag in force, or the one that a change which was interrupted had put in its place.
    for reference in [reading.state.keybag, reading.state.pending].compactMap(\.self) {
      guard let keybag = try files.keybags.load(reference.number) else { continue }
      guard try keybag.digest() == reference.digest else {
        inconsistency = .keybagDiffers
        continue
      }
      inconsistency = keys.isEmpty ? .deviceKeyMissing : .deviceKeyDiffers
      for key in keys where try keybag.isOpened(by: key) {
        return Opened(
          files: files, header: header, reading: reading, keybag: keybag, reference: reference,
          deviceKey: key)
      }
    }
    throw refusal(inconsistency, files)
  }

  /// The files beside the database: interrupted work is finished first, and the vault is made when there is none. A
  /// database that is damaged is no obstacle.
  func openForKeys(until deadline: Deadline) throws(KeychainError) -> Opened {
    do throws(KeychainError) {
      return try open(until: deadline)
    } catch {
      guard error.cause == .databaseDamaged, let opened = try openBesideDatabase() else {
        throw error
      }
      return opened
    }
  }

  // MARK: Keys

  func resolution(_ opened: Opened) -> KeyResolution {
    KeyResolution(opened: opened, context: context)
  }

  /// The keys that can be had now.
  ///
  /// - Parameter deadline: How long to wait for others that try a passcode.
  package func keys(
    _ opened: Opened, until deadline: Deadline = .after(.seconds(30))
  ) throws(KeychainError) -> OpenKeys {
    let keys = try resolution(opened).run()
    guard place.isGivenPasscode else { return hold(keys, opened) }
    do throws(KeychainError) {
      return try context.cache.trials.withTurn(until: deadline) { () throws(KeychainError) in
        // Another thread may have tried the passcode meanwhile.
        let keys = try resolution(opened).run()
        let trial = PasscodeTrial(
          place: place, opened: opened, context: context, deadline: deadline)
        return hold(trial.run(keys) ?? keys, opened)
      }
    } catch {
      guard error.failureCause == .timedOut else { throw error }
      return hold(keys, opened)
    }
  }

  private func hold(_ keys: OpenKeys, _ opened: Opened) -> OpenKeys {
    if opened.keybag.hasPasscode {
      context.cache.update(opened.keybag.storeID) { $0.keys = keys }
    }
    return keys
  }

  /// The status of a vault.
  package struct Status: Equatable, Sendable {
    package let hasPasscode: Bool
    /// The classes of items that this process may read; `.unlocked` without a passcode.
    package let state: LockState
    package let settings: LockSettings

    package init(hasPasscode: Bool, state: LockState, settings: LockSettings) {
      self.hasPasscode = hasPasscode
      self.state = state
      self.settings = settings
    }
  }

  /// Whether the vault has a passcode, and which of its items can be read. It works beside a damaged database.
  package func status(until deadline: Deadline) throws(KeychainError) -> Status {
    let opened = try openForKeys(until: deadline)
    let hasPasscode = opened.keybag.hasPasscode
    return Status(
      hasPasscode: hasPasscode,
      state: hasPasscode ? try keys(opened, until: deadline).lockState : .unlocked,
      settings: opened.state.settings)
  }
}

extension KeychainError {
  /// The same error; one of SQLite about a damaged database says what helps.
  fileprivate var namingRepair: KeychainError {
    let sentence = Inconsistency.databaseDamaged.error.reason
    guard cause == .databaseDamaged, reason != sentence else { return self }
    return saying("\(sentence) (\(reason))")
  }
}
