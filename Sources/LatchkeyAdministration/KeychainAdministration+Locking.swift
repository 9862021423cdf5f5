import Keychain
import KeychainModel

// All calls in this file except `lock` create the keychain if it does not exist. Every call throws
// `AdministrationError` with -25291 (`errSecNotAvailable`) if the keychain cannot be used. Every call that writes
// throws -25292 (`errSecReadOnly`) on a read-only file system. The comment of each call names further statuses.

extension KeychainAdministration {
  /// Returns whether a passcode is set, which items this process can read, and when the keychain locks itself. The
  /// call also works if the database is damaged.
  public func lockStatus() throws -> KeychainLock {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainLock(try keychain.lockStatus())
    }
  }

  /// Sets a passcode. After this call, the keychain can be locked, and can store items with
  /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`. The keychain stays unlocked.
  ///
  /// Deriving a key from a passcode takes some tenths of a second and 64 MiB of memory (Argon2id, the second
  /// recommended option of RFC 9106). The device key alone still opens a copy of the keychain's files from before this
  /// call.
  ///
  /// - Returns: The processes for which the keychain is now unlocked. Processes that already use the keychain are not
  ///   interrupted.
  /// - Throws: -50 (`errSecParam`) if a passcode is already set; -108 (`errSecAllocate`) if there is not enough memory.
  @discardableResult
  public func setPasscode(_ passcode: KeychainPasscode) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.setPasscode(passcode.passcode))
    }
  }

  /// Replaces the passcode, and unlocks the keychain.
  ///
  /// - Returns: The processes for which the keychain is now unlocked.
  /// - Throws: -25293 (`errSecAuthFailed`) if the old passcode is wrong, or if earlier wrong passcodes delay the
  ///   attempt; -25291 (`errSecNotAvailable`) if no passcode is set; -108 (`errSecAllocate`) if there is not enough
  ///   memory.
  @discardableResult
  public func changePasscode(
    from old: KeychainPasscode, to new: KeychainPasscode
  ) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.changePasscode(from: old.passcode, to: new.passcode))
    }
  }

  /// Removes the passcode. Items with `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly` are permanently lost, and so
  /// are items whose access control requires the presence of the user. The call destroys the keys of these items, as
  /// far as the file system allows it.
  ///
  /// - Throws: The statuses of `changePasscode`.
  public func removePasscode(_ passcode: KeychainPasscode) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.removePasscode(passcode.passcode)
    }
  }

  /// Unlocks the keychain.
  ///
  /// After five consecutive wrong passcodes, each further wrong passcode delays the next attempt. The delay is 1 second
  /// at first, and at most an hour. During the delay, the call refuses every passcode immediately. The number of wrong
  /// passcodes is stored in a file, so the delay does not protect against a program that can write this file. After a
  /// restart of the machine, the whole current delay begins again.
  ///
  /// The call also works if the database is damaged.
  ///
  /// - Returns: The processes for which the keychain is now unlocked.
  /// - Throws: The statuses of `changePasscode`; -25308 (`errSecInteractionNotAllowed`) if the keychain was locked, or
  ///   the machine was suspended, during the attempt.
  @discardableResult
  public func unlock(_ passcode: KeychainPasscode) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.unlock(passcode.passcode))
    }
  }

  /// Proves the passcode to `keychaind`. For five minutes, the calls of this object may then use the items of every
  /// program: make backups, export the device key, change settings, erase the keychain. Without this proof, `keychaind`
  /// refuses such calls with -34018 (`errSecMissingEntitlement`). The call does nothing if the keychain is not in
  /// `keychaind`.
  ///
  /// - Throws: -25293 (`errSecAuthFailed`) if the passcode is wrong, or if earlier wrong passcodes delay the attempt;
  ///   -25291 (`errSecNotAvailable`) if no passcode is set; -108 (`errSecAllocate`) if there is not enough memory.
  public func authenticate(with passcode: KeychainPasscode) throws {
    try AdministrationError.translating { () throws(KeychainError) in try keychain.actForPerson(passcode.passcode) }
  }

  /// Locks the keychain for every process. This process drops its keys immediately. Every other process drops its keys
  /// at its next call. The call also works if the database is damaged. The call works on a full disk if the file system
  /// overwrites data in place.
  ///
  /// - Throws: -25291 if no passcode is set, or if the keychain does not exist; -25292 on a read-only file system;
  ///   -25291 or -36 (`errSecIO`) if the lock state cannot be stored. If the lock state cannot be stored, the call
  ///   still revokes the keys of this process and the shared keys, but other processes keep their keys.
  public func lock() throws {
    try AdministrationError.translating { () throws(KeychainError) in _ = try keychain.lock() }
  }

  /// Sets when the keychain locks itself. A shorter time applies immediately. A longer time applies from the next
  /// unlocking.
  ///
  /// - Parameters:
  ///   - timeout: The number of seconds from an unlocking to the automatic locking, at least 1. The number includes the
  ///     time during which the machine sleeps. Nil if the keychain does not lock itself after a time.
  ///   - whenSuspended: Whether the keychain locks itself when the machine has been suspended.
  /// - Throws: -50 if `timeout` is 0; -25291 if no passcode is set and a setting requires locking.
  public func setAutomaticLocking(after timeout: UInt32?, whenSuspended: Bool) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      guard timeout != 0 else {
        throw KeychainError(.parameter, "a keychain is not locked at once after it was unlocked")
      }
      try keychain.set(LockSettings(timeout: timeout, locksWhenSuspended: whenSuspended))
    }
  }
}
