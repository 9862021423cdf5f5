import Glibc
package import KeychainCrypto
package import KeychainModel
package import Vault

extension LocalKeychain {
  /// Whether any file of the keychain is there. Makes nothing.
  ///
  /// - Throws: `.notAvailable` when the folders cannot be used.
  package func isPresent() throws(KeychainError) -> Bool {
    try call { (_) throws(KeychainError) in try vault.isPresent() }
  }

  /// Opens the keychain, as the first request does, and makes it when there is none.
  ///
  /// - Throws: What opening a keychain throws.
  package func open() throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in _ = try vault.open(until: deadline) }
  }

  /// Ends the use of the keychain: what was written is moved from the log into the database. The next call opens it
  /// again.
  package func close() {
    try? call { (_) throws(KeychainError) in vault.close() }
  }

  /// How many items there are, tombstones not counted, also in a keychain that cannot be opened; nil when nothing says
  /// it. To be asked when `isPresent()`.
  ///
  /// - Throws: `.notAvailable` when the folders cannot be used.
  package func countItems() throws(KeychainError) -> Int? {
    try call { (_) throws(KeychainError) in try vault.countItems() }
  }

  /// Gives every class a new key, seals every row under the new ones, and destroys the old keys, while other processes
  /// work. Items stay as they are, their dates, references and order too; observers are told of no change. A passcode
  /// that is set is needed, and the keychain is unlocked by it. Finishes an earlier rotation instead, if one was
  /// interrupted.
  ///
  /// - Parameter onProgress: Called with the number of rows sealed so far, and of all that are to be.
  /// - Returns: Nil where there is no keychain; none is made.
  /// - Throws: `.interactionNotAllowed` when a passcode is set and none was given, or the keychain was locked meanwhile;
  ///   `.authenticationFailed` when it is wrong, or may not be tried yet; `.notAvailable` when none is set and one was
  ///   given, or the keybag has no room (after some 580 rotations); and what an update throws. What was sealed again
  ///   stays so; calling again goes on.
  package func rotateKeys(
    _ passcode: Passcode? = nil, onProgress: ProgressReport = { _, _ in }
  ) throws(KeychainError) -> RotationOutcome? {
    guard try isPresent() else { return nil }
    return try ForkGate.pass { () throws(KeychainError) in
      try vault.rotate(passcode, patience: patience, onProgress: onProgress)
    }
  }

  /// Puts everything that can be salvaged into a new database, if the database is damaged in any way that the file alone
  /// can tell. The damaged one is kept under another name.
  ///
  /// - Parameters:
  ///   - passcode: Needed while the keychain is locked.
  ///   - onlyIfMarked: Does nothing unless a call has met damage: one read of the header says so.
  /// - Returns: For each class how many rows were found, and how many are known to be missing; nil when the database is
  ///   whole, and where there is no keychain.
  /// - Throws: `.interactionNotAllowed` when the database is damaged and the keychain locked; `.authenticationFailed`;
  ///   `.notAvailable` when another file is missing; `.readOnly`. The database is as it was then.
  package func repair(
    _ passcode: Passcode? = nil, onlyIfMarked: Bool = false
  ) throws(KeychainError) -> RepairOutcome? {
    try call { (deadline) throws(KeychainError) in
      try vault.repair(passcode, onlyIfMarked: onlyIfMarked, until: deadline)
    }
  }

  /// Goes on with files of which one is an older copy, because the newer one is lost. Items sealed under keys that only
  /// a lost keybag has stay where they are, unreadable.
  ///
  /// - Returns: Whether one of the files was an older copy. Where there is no keychain, false.
  /// - Throws: `.notAvailable` when the database or the device key is missing, no keybag can be opened, or other
  ///   processes keep the keychain busy for 30 seconds; `.readOnly`. Nothing was changed then.
  package func acceptOlder() throws(KeychainError) -> Bool {
    try call { (deadline) throws(KeychainError) in try vault.acceptOlder(until: deadline) }
  }

  /// Destroys the keys, and removes every file of the keychain but its header. Other processes find no item at their
  /// next call. Works also on a keychain that cannot be opened.
  ///
  /// - Returns: Nil where there is no keychain.
  /// - Throws: `.notAvailable` when others keep the keychain busy for 30 seconds or the folders cannot be used,
  ///   `.readOnly`, `.inputOutput`. Either nothing was changed, or the erasure has begun, and the next use of the
  ///   keychain finishes it.
  package func eraseEverything() throws(KeychainError) -> ErasureOutcome? {
    let outcome = try call { (deadline) throws(KeychainError) in
      try vault.erase(until: deadline)
    }
    guard let outcome else { return nil }
    let change = KeychainChange(isSynchronizable: false, process: getpid())
    ForkGate.tell { onChange(change) }
    return outcome
  }
}
