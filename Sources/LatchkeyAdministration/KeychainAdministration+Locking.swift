import Keychain
import KeychainModel

// All calls here except `lock` create the keychain if it does not exist. In addition to the statuses in their
// comments, all calls throw `AdministrationError` with -25291 (`errSecNotAvailable`) if the keychain cannot be used,
// and calls that write throw -25292 (`errSecReadOnly`) on a read-only file system.

extension KeychainAdministration {
  /// Returns whether a passcode is set, which items this process can read, and when the keychain locks itself. The
  /// call also works if the database is damaged.
  public func lockStatus() throws -> KeychainLock {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainLock(try keychain.lockStatus())
    }
  }

  /// Sets a passcode. Afterwards the keychain can be locked, and items can be stored with
  /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`. The keychain stays unlocked.
  ///
  /// Deriving a key from a passcode takes some tenths of a second and 64 MiB (Argon2id, the second recommended option
  /// of RFC 9106). An older copy of the keychain's files can still be opened with the device key alone.
  ///
  /// - Returns: The processes for which the keychain is now unlocked. Processes that already use the keychain are not
  ///   interrupted.
  /// - Throws: -50 (`errSecParam`) if a passcode is already set; -108 (`errSecAllocate`).
  @discardableResult
  public func setPasscode(_ passcode: KeychainPasscode) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.setPasscode(passcode.passcode))
    }
  }

  /// Replaces the passcode, and unlocks the keychain.
  ///
  /// - Returns: The processes for which the keychain is now unlocked.
  /// - Throws: -25293 (`errSecAuthFailed`) if the old passcode is wrong, or may not be tried yet after wrong ones;
  ///   -25291 (`errSecNotAvailable`) if no passcode is set; -108.
  @discardableResult
  public func changePasscode(
    from old: KeychainPasscode, to new: KeychainPasscode
  ) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.changePasscode(from: old.passcode, to: new.passcode))
    }
  }

  /// Removes the passcode. Items with `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly` are permanently lost: their
  /// key is destroyed, as far as the file system allows it.
  ///
  /// - Throws: The statuses of `changePasscode`.
  public func removePasscode(_ passcode: KeychainPasscode) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.removePasscode(passcode.passcode)
    }
  }

  /// Unlocks the keychain.
  ///
  /// After five consecutive wrong passcodes, each further one delays the next attempt: by 1 second at first, and
  /// finally by an hour. During the delay even the right passcode is refused immediately. The number of attempts is
  /// stored on the disk, so it does not protect against a program that can write the files. After a restart of the
  /// machine the delay starts from the beginning.
  ///
  /// The call also works if the database is damaged.
  ///
  /// - Returns: The processes for which the keychain is now unlocked.
  /// - Throws: The statuses of `changePasscode`; -25308 (`errSecInteractionNotAllowed`) if the keychain was locked, or
  ///   the machine suspended, during the attempt.
  @discardableResult
  public func unlock(_ passcode: KeychainPasscode) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.unlock(passcode.passcode))
    }
  }

  /// Locks the keychain for every process. This process drops its keys immediately; each other process drops them at
  /// its next call. The call also works if the database is damaged. It also works on a full disk if the file system
  /// writes in place.
  ///
  /// - Throws: -25291 if no passcode is set, because then it could not be unlocked, or if there is no keychain; -25292
  ///   on a read-only file system; -25291 or -36 (`errSecIO`) if the lock state cannot be stored. After such a
  ///   failure, the keys of this process and the shared keys are still revoked, but other processes keep their keys.
  public func lock() throws {
    try AdministrationError.translating { () throws(KeychainError) in _ = try keychain.lock() }
  }

  /// Sets when the keychain locks itself. A shorter time applies immediately. A longer time applies from the next
  /// unlocking.
  ///
  /// - Parameters:
  ///   - timeout: The number of seconds after an unlocking, at least one; nil for never. It includes the time while
  ///     the machine sleeps.
  ///   - whenSuspended: Whether the keychain locks when the machine has been suspended.
  /// - Throws: -50 if `timeout` is 0; -25291 if no passcode is set and a setting asks for locking.
  public func setAutomaticLocking(after timeout: UInt32?, whenSuspended: Bool) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      guard timeout != 0 else {
        throw KeychainError(.parameter, "a keychain is not locked at once after it was unlocked")
      }
      try keychain.set(LockSettings(timeout: timeout, locksWhenSuspended: whenSuspended))
    }
  }
}
