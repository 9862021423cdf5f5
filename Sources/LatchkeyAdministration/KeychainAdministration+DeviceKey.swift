import Keychain
import KeychainFiles
import KeychainModel

// The calls in this file manage the device key (docs/device-key.md). No call creates a keychain. Each call throws
// `AdministrationError` with -25291 (`errSecNotAvailable`) if the keychain cannot be used, and with -25292
// (`errSecReadOnly`) if the file system is read-only. The comment of each call names further statuses.

extension KeychainAdministration {
  /// Writes a copy of the device key to a new file. The file has 8192 bytes, and only its owner may read the file. The
  /// file can serve as a systemd credential, and `importDeviceKey` can restore the device key from the file. Anyone who
  /// has the copy and the files of the keychain can read every item that needs no passcode.
  ///
  /// - Returns: False if other users can read the file because its file system does not store permissions (FAT).
  /// - Throws: -25291 if the file exists, or if the keychain does not exist.
  @discardableResult
  public func exportDeviceKey(to path: String) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.exportDeviceKey(to: Array(path.utf8))
    }
  }

  /// Passes the device key to `body` as nine lines of ASCII text that the user can write down. Each line ends with a
  /// line feed. After `body` returns, the method overwrites the memory of the text. `security import-device-key -w`
  /// reads the lines.
  ///
  /// - Throws: -25291 if the keychain does not exist.
  public func withDeviceKeyOnPaper(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.deviceKeyOnPaper().withUnsafeBytes(body)
    }
  }

  /// Restores the file of the device key from a copy. The copy is a file of `exportDeviceKey`, or a file with the 32
  /// bytes of a credential. No other user may be able to read the copy.
  ///
  /// - Returns: False if the file of the device key already contains this key.
  /// - Throws: -25291 if the copy is not the device key of this keychain, or if the file of the device key contains
  ///   another key. After an error, nothing has changed.
  @discardableResult
  public func importDeviceKey(from path: String) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.importDeviceKey(from: Array(path.utf8))
    }
  }

  /// Removes the file of the device key. Before the removal, the call checks that a copy of the device key opens the
  /// keychain. The copy is a file, or the credential that this process has received.
  ///
  /// - Parameter copy: The path of the copy. Nil selects the credential.
  /// - Returns: Whether the file was overwritten. If the file was not overwritten, its content may still be on the
  ///   disk.
  /// - Throws: -25291 if the copy does not open the keychain, or if there is no credential. After an error, nothing has
  ///   been removed.
  @discardableResult
  public func removeDeviceKeyFile(copy: String? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.removeDeviceKeyFile(copy: copy.map { Array($0.utf8) })
    }
  }

  /// Replaces the device key with a new random key. The call wraps the keys of the keychain with the new device key.
  /// The keys of the keychain do not change. A copy of the old device key then opens only old copies of the keybag.
  /// After a call of `rotateKeys`, old copies of the keybag do not open the current rows.
  ///
  /// - Parameter passcode: The passcode of the keychain. Nil if no passcode is set.
  /// - Returns: False if the keychain does not exist.
  /// - Throws: -25308 (`errSecInteractionNotAllowed`) if a passcode is set but `passcode` is nil; -25293
  ///   (`errSecAuthFailed`) if the passcode is wrong, or may not be tried yet; -25291 if the device key is a
  ///   credential. After an error, either nothing has changed, or the next use of the keychain completes the change.
  @discardableResult
  public func changeDeviceKey(passcode: KeychainPasscode? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.changeDeviceKey(passcode?.passcode)
    }
  }
}
