package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore
package import RowSealing

// Opening a vault finishes interrupted work, creates a missing vault, and refuses inconsistent files.

extension Vault {
  /// Opens the folders; nil when one of them is missing.
  package func existingFiles() throws(KeychainError) -> VaultFiles? { try location.existing().map(prepared) }

  /// - Throws: `.notAvailable` when the files do not belong together; the reason why a file cannot be used.
  func openVault(until deadline: Deadline) throws(KeychainError) -> OpenVault {
    let mustExist = location.named?.isNew == false
    guard let files = mustExist ? try existingFiles() : prepared(try location.open()) else { throw NamedVault.missing }
    // Whether unfinished work is left: on a read-only volume, or when the work cannot be finished.
    var leavesUnsettled = files.data.isOnReadOnlyFileSystem
    while true {
      if let opened = try openWhole(files, leavesUnsettled, until: deadline) { return opened }
      guard deadline.remaining > .zero else {
        throw KeychainError(.notAvailable, "other processes keep changing the keychain")
      }
      leavesUnsettled = try finishWork(files, until: deadline)
    }
  }

  /// Opens a vault whose files are consistent. Returns nil when work must be done before the vault can be used.
  private func openWhole(
    _ files: VaultFiles, _ leavesUnsettled: Bool, until deadline: Deadline
  ) throws(KeychainError) -> OpenVault? {
    let (lock, _) = try files.lock(.shared, until: deadline)
    defer { lock.unlock() }
    var inspection = try VaultInspection(files, until: deadline)
    if inspection.consistency == .refused(.databaseDamaged) {
      // SQLite may have reported a temporary error as damage, so the files are inspected again.
      inspection = try VaultInspection(files, until: deadline)
      if inspection.consistency == .refused(.databaseDamaged) {
        _ = try? inspection.header?.change(until: deadline) { $0.isDamaged = true }
      }
    }
    if case .refused(let inconsistency) = inspection.consistency { throw refusal(inconsistency, files) }
    guard inspection.consistency == .whole, let header = inspection.header, let reading = inspection.reading,
      let row = inspection.row,
      let keybag = inspection.keybag, let deviceKey = inspection.deviceKey, let connection = inspection.connection,
      let database = try FileReference(files.names.database, in: files.data)
    else { return nil }
    connection.checkpointOnClose()
    // Finding the keys may try a passcode, which is slow. Other processes must not wait for the attempt.
    lock.unlock()
    // A killed process may have left a partial file with keys.
    let isIncomplete = try files.data.hasTemporaryFiles()
    guard leavesUnsettled || (!inspection.isUnsettled && !isIncomplete) else { return nil }
    if let namedID = files.namedID, keybag.vaultID != namedID { throw refusal(.otherVault, files) }
    let base = OpenedFiles(
      files: files, header: header, reading: reading, keybag: keybag, reference: row.keybag, deviceKey: deviceKey)
    let lockings = context.cache.lockings(of: keybag.vaultID)
    let opened = OpenVault(
      base, row.databaseID, try keys(base, until: deadline), database, lockings: lockings, context, random)
    note(keybag.vaultID)
    if !keybag.hasPasscode { discardTickets(of: keybag.vaultID) }
    let isKeyIncomplete = try DeviceKeyFile.isIncomplete(in: files.key)
    if inspection.hasDamagedDeviceKey || isKeyIncomplete { repairDeviceKeyUnlessInUse(files, lock) }
    Log.debug("the keychain was opened")
    try opened.add(connection, lock)
    return opened
  }

  /// Discards tickets of a vault without a passcode. They open nothing. A process that died can leave earlier tickets.
  private func discardTickets(of vaultID: RowIdentifier) {
    for purpose in KeyTicket.Purpose.allCases where context.authority.ticket(purpose, of: vaultID) != nil {
      context.authority.discard(purpose, of: vaultID)
    }
  }

  /// Creates the vault, or finishes interrupted work. No other process uses the vault during this work.
  ///
  /// - Returns: Whether old keybags or a prepared device key may still be in the folders.
  private func finishWork(_ files: VaultFiles, until deadline: Deadline) throws(KeychainError) -> Bool {
    let exclusive = try ExclusiveVaultFiles(files, until: deadline)
    defer { withExtendedLifetime(exclusive) {} }
    let inspection = try exclusive.inspect()
    switch inspection.consistency {
    case .refused(let inconsistency): throw refusal(inconsistency, files)
    case .empty where location.named?.isNew == false: throw NamedVault.missing
    case .empty: try VaultCreation(exclusive: exclusive, random: random).run()
    case .job(let job): try resume(job, exclusive)
    case .whole:
      do throws(KeychainError) {
        if inspection.isUnsettled { try KeybagCommit(exclusive).settle() }
      } catch { Log.error("the files of the former keys could not be removed", error) }
    }
    repairDeviceKey(files)
    return inspection.consistency == .whole
  }

  /// Makes the vault with the content of another vault. A vault without rows and passcode is replaced.
  ///
  /// - Throws: `.notAvailable` when there is another vault; the errors of the content, after which there is no vault.
  package func create(_ content: VaultContent, until deadline: Deadline) throws(KeychainError) {
    discard()
    let exclusive = try ExclusiveVaultFiles(prepared(try location.open()), until: deadline)
    if case .job(let job) = try exclusive.consistency() { try resume(job, exclusive) }
    let found = try exclusive.inspect()
    if found.consistency == .whole, found.keybag?.hasPasscode == false, found.row?.rows == RowCounts(),
      try found.connection?.quarantinedRowCount() == 0
    {
      _ = try VaultErasure(exclusive: exclusive, random: random, context: context).run()
    } else if found.consistency != .empty {
      throw KeychainError(.notAvailable, "there is a keychain already; nothing was changed", because: .fileInTheWay)
    }
    do throws(KeychainError) { try VaultCreation(exclusive: exclusive, random: random).run(content) } catch {
      if let job = try? exclusive.header.state().job { try? resume(job, exclusive) }
      throw error
    }
  }

  /// Finishes interrupted work.
  func resume(_ job: Job, _ exclusive: ExclusiveVaultFiles) throws(KeychainError) {
    switch job.kind {
    case .create: try VaultCreation(exclusive: exclusive, random: random).resume(job)
    case .repair: try DatabaseRepair(exclusive: exclusive, random: random).resume(job)
    case .erase: _ = try VaultErasure(exclusive: exclusive, random: random, context: context).resume()
    }
  }

  /// Repairs the device key, unless other processes use the vault: such a process may be creating a key file.
  private func repairDeviceKeyUnlessInUse(_ files: VaultFiles, _ lock: FileLock) {
    guard !files.key.isOnReadOnlyFileSystem, (try? lock.tryLock(.exclusive)) == true else { return }
    defer { lock.unlock() }
    DeviceKeyFile.destroyIncomplete(in: files.key)
    repairDeviceKey(files)
  }

  /// Repairs a damaged copy in `device.key`, unless the file system is read-only. One intact copy is sufficient.
  private func repairDeviceKey(_ files: VaultFiles) {
    do throws(KeychainError) {
      guard !files.key.isOnReadOnlyFileSystem, try files.deviceKey.repair() else { return }
      Log.notice("a damaged copy in device.key was written again")
    } catch { Log.error("a damaged copy in device.key could not be written again", error) }
  }

  private func refusal(_ inconsistency: Inconsistency, _ files: VaultFiles) -> KeychainError {
    let error = inconsistency.error
    let isKeyWrong = inconsistency == .deviceKeyDiffers || inconsistency == .deviceKeyMissing
    if isKeyWrong, files.portable != nil { return .portableIsLocked }
    guard isKeyWrong, let credential = files.credential else { return error }
    let unused = (try? files.keyFile.isPresent()) == true ? "; the file device.key is not used" : ""
    return error.withReason("\(error.reason) The device key is \(credential.summary)\(unused).")
  }

  // MARK: Beside the database

  /// Opens the files except the database; nil when the header names no keybag in force. These files contain the whole
  /// lock state, so the lock state can be read when the database is damaged.
  ///
  /// - Parameter reference: The keybag that the database records; nil when the database was not read.
  /// - Throws: `.notAvailable` when one of the files is missing, or is not the file that the header records.
  package func openBesideDatabase(preferring reference: KeybagReference? = nil) throws(KeychainError) -> OpenedFiles? {
    guard let files = try existingFiles(), let header = try files.header() else { return nil }
    while let reading = try header.read(), let vaultID = reading.state.vaultID, reading.state.keybag != nil {
      do throws(KeychainError) {
        return try openBesideDatabase(files, header, reading, vaultID, reference)
      } catch {
        // Another process may have changed the keys after the state was read.
        guard try !header.holds(reading) else { throw error }
      }
    }
    return nil
  }

  private func openBesideDatabase(
    _ files: VaultFiles, _ header: HeaderFile, _ reading: HeaderFile.Reading, _ vaultID: RowIdentifier,
    _ preferred: KeybagReference?
  ) throws(KeychainError) -> OpenedFiles {
    var inconsistency = Inconsistency.keybagMissing
    // The keybag in force, or the keybag that an interrupted change committed.
    var references = [reading.state.keybag, reading.state.pending].compactMap(\.self)
    if let preferred, references.last == preferred { references.reverse() }
    let hasKey = try !files.deviceKey.keys(of: vaultID).isEmpty
    for reference in references {
      guard let keybag = try files.keybags.load(reference.number) else { continue }
      guard try keybag.digest() == reference.digest else {
        inconsistency = .keybagDiffers
        continue
      }
      inconsistency = hasKey ? .deviceKeyDiffers : .deviceKeyMissing
      guard let key = try files.deviceKey.key(opening: keybag) else { continue }
      return OpenedFiles(
        files: files, header: header, reading: reading, keybag: keybag, reference: reference, deviceKey: key)
    }
    throw refusal(inconsistency, files)
  }

  /// Opens the files except the database, which may be damaged. Finishes interrupted work, and creates a missing vault.
  func openForKeys(until deadline: Deadline) throws(KeychainError) -> OpenedFiles {
    do throws(KeychainError) { return try open(until: deadline) } catch {
      guard error.cause == .databaseDamaged, let opened = try openBesideDatabase() else { throw error }
      return opened
    }
  }
}
