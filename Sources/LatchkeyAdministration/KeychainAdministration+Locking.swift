import Keychain
import KeychainModel

// Every call here but `lock` makes the keychain when there is none. Beside the statuses that they name, all throw
// `AdministrationError` with -25291 (`errSecNotAvailable`) when the keychain cannot be used, and calls
// that write -25292 (`errSecReadOnly`) on a read-only file system.

extension KeychainAdministration {
  /// Whether a passcode is set, what this process may read, and when the keychain locks itself. Works beside a damaged
  /// database.
  public func lockStatus() throws -> KeychainLock {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainLock(try keychain.lockStatus())
    }
  }

  /// Sets a passcode. From now on the keychain can be locked, and items can be stored under
  /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`. It stays unlocked.
  ///
  /// Deriving a key from a passcode takes some tenths of a second and 64 MiB (Argon2id, the second
  /// recommended option of RFC 9106). A copy of the keychain's files that was made before still opens
  /// with the device key alone.
  ///
  /// - Returns: Which processes find it unlocked from now on. Those that use it already go on.
  /// - Throws: -50 (`errSecParam`) when one is set already, -108 (`errSecAllocate`).
  @discardableResult
  public func setPasscode(_ passcode: KeychainPasscode) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.setPasscode(passcode.passcode))
    }
  }

  /// Puts another passcode in place of the one that is set, and unlocks the keychain.
  ///
  /// - Returns: As `setPasscode`.
  /// - Throws: -25293 (`errSecAuthFailed`) when the old one is wrong, or may not be tried yet after
  ///   wrong ones; -25291 (`errSecNotAvailable`) when none is set; -108.
  @discardableResult
  public func changePasscode(
    from old: KeychainPasscode, to new: KeychainPasscode
  ) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.changePasscode(from: old.passcode, to: new.passcode))
    }
  }

  /// Removes the passcode. Items under `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly` are gone for
  /// good: their key is destroyed, as far as the file system lets it.
  ///
  /// - Throws: As `changePasscode`.
  public func removePasscode(_ passcode: KeychainPasscode) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.removePasscode(passcode.passcode)
    }
  }

  /// Unlocks the keychain.
  ///
  /// After five wrong passcodes in a row each further one makes the next attempt wait, 1 second at first
  /// and an hour in the end; until then even the right one is refused at once. The count is on the disk,
  /// and is no defence against a program that may write the files. After a restart of the machine the
  /// wait begins again.
  ///
  /// Works beside a damaged database.
  ///
  /// - Returns: Which processes are unlocked.
  /// - Throws: As `changePasscode`; -25308 (`errSecInteractionNotAllowed`) when the keychain was locked, or the machine
  ///   suspended, while the passcode was tried.
  @discardableResult
  public func unlock(_ passcode: KeychainPasscode) throws -> KeychainUnlocking {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainUnlocking(try keychain.unlock(passcode.passcode))
    }
  }

  /// Locks the keychain for every process: this one drops its keys now, each other at its next call. Works beside a
  /// damaged database and, where the file system writes in place, on a full disk.
  ///
  /// - Throws: -25291 when no passcode is set, since nothing could unlock it again, and when there is no keychain;
  ///   -25292 on a read-only file system, -25291 or -36 (`errSecIO`) when the locking cannot be recorded. Then the keys
  ///   of this process and the keys that were left to others are revoked all the same, and other processes keep the
  ///   keys that they have.
  public func lock() throws {
    try AdministrationError.translating { () throws(KeychainError) in _ = try keychain.lock() }
  }

  /// Changes when the keychain locks itself. A shorter time holds for the present unlocking too, a longer one from the
  /// next unlocking on.
  ///
  /// - Parameters:
  ///   - timeout: Seconds from an unlocking, at least one, those included during which the machine
  ///     sleeps; nil for never.
  ///   - whenSuspended: Whether to lock when the machine has been suspended.
  /// - Throws: -50 for no seconds at all; -25291 when no passcode is set and there is something to set.
  public func setAutomaticLocking(after timeout: UInt32?, whenSuspended: Bool) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      guard timeout != 0 else {
        throw KeychainError(.parameter, "a keychain is not locked at once after it was unlocked")
      }
      try keychain.set(LockSettings(timeout: timeout, locksWhenSuspended: whenSuspended))
    }
  }
}
