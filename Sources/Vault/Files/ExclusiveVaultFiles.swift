import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainStore

/// The files of a vault while no other program uses them: the vault lock is held exclusively.
///
/// The object opens the header itself, because a lock belongs to one open file description.
package final class ExclusiveVaultFiles {
  package let files: VaultFiles
  package let header: HeaderFile
  package let deadline: Deadline
  private let lock: FileLock

  /// Takes the lock. Creates an empty header in a folder without a header.
  ///
  /// - Throws: The errors of `VaultFiles.lock`.
  package init(_ files: VaultFiles, until deadline: Deadline) throws(KeychainError) {
    (lock, header) = try files.lock(.exclusive, until: deadline)
    self.files = files
    self.deadline = deadline
    // A killed process may have left keys in partial files. A file that cannot be removed does no harm.
    files.data.destroyTemporaryFiles()
    if files.key.path != files.data.path { DeviceKeyFile.destroyIncomplete(in: files.key) }
  }

  /// Closing the header releases the vault lock.
  deinit { lock.unlock() }

  /// Inspects the present files.
  package func inspect() throws(KeychainError) -> VaultInspection { try VaultInspection(files, until: deadline) }

  /// The combined state of the present files.
  package func consistency() throws(KeychainError) -> Consistency { try inspect().consistency }

  /// Changes the state, and synchronizes it to the disk.
  func change(_ body: (inout HeaderState) throws(KeychainError) -> Void) throws(KeychainError) {
    try header.change(until: deadline, body)
  }

  func step(_ step: Step) throws(KeychainError) { try files.onStep(step) }

  /// Runs `body` in a transaction of its own, which gets a commit number.
  ///
  /// - Parameters:
  ///   - state: The state in force if the caller holds the lock of the state; nil to read the state.
  ///   - body: Receives the row of the table `store`, and changes the row.
  /// - Returns: The row as it was written.
  @discardableResult
  package func write(
    under state: HeaderState? = nil, _ body: (inout StoreRecord) throws(KeychainError) -> Void
  ) throws(KeychainError) -> StoreRecord {
    let connection = try files.connection(until: deadline)
    let generation = if let state { state.lockGeneration } else { try header.state().lockGeneration }
    let row = try connection.write { () throws(KeychainError) in
      guard var row = try connection.storeRecord() else {
        throw KeychainError(.notAvailable, "keychain.db does not say which keychain it is of", cause: .databaseDamaged)
      }
      try body(&row)
      return try header.count(row, on: connection, generation)
    }
    header.witness(row, changesItems: false, isSynchronizable: false)
    return row
  }
}

/// A finished step of a change. Tests stop, fail or kill the process after a step.
package enum Step: String, Sendable, CaseIterable {
  // Steps of the creation of a vault.
  case headerMade, creationNamed, deviceKeyMade, keybagMade, databaseMade, created
  // Steps of every change of the keybag.
  case derived, settled, keybagNamed, keybagWritten, committed, oldKeybagsRemoved, published
  // Steps of a change of the device key: before the header names the new keybag, and after the commit.
  case deviceKeyPrepared, deviceKeyReplaced
  // Steps of a key rotation, between its two changes of the keybag.
  case resealingBegun, batchResealed
  // Steps of a repair.
  case salvaged, repairNamed, databaseAside, logAside, indexAside, databaseReplaced, repaired
  // Steps of an erasure.
  case erasureNamed, deviceKeyDestroyed, keybagsDestroyed, databaseRemoved, litterRemoved, erased
  // Steps of the acceptance of older files.
  case acceptanceNamed, keybagsSetAside, accepted
}
