import Keychain
import KeychainFiles
import KeychainModel

// The device key (docs/device-key.md). In addition to the statuses in their comments, all calls here throw
// `AdministrationError` with -25291 (`errSecNotAvailable`) if the keychain cannot be used, and with -25292
// (`errSecReadOnly`) if the file system is read-only. No call creates a keychain.

extension KeychainAdministration {
  /// Writes a copy of the device key to a new file. The file has 8192 bytes, and only its owner may read it. It can
  /// become a systemd credential, or be restored with `importDeviceKey`. With the copy and the files of the keychain,
  /// anyone can read everything.
  ///
  /// - Returns: False if other users can read the file, because the file system does not store permissions (FAT).
  /// - Throws: -25291 if the file exists, or if there is no keychain.
  @discardableResult
  public func exportDeviceKey(to path: String) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.exportDeviceKey(to: Array(path.utf8))
    }
  }

  /// Passes the device key to `body` as nine lines of ASCII, each with a line feed, for a person to write down. The
  /// memory is overwritten afterwards. `security import-device-key -w` reads the lines.
  ///
  /// - Throws: -25291 if there is no keychain.
  public func withDeviceKeyOnPaper(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.deviceKeyOnPaper().withUnsafeBytes(body)
    }
  }

  /// Restores the file of the device key from a copy that no other user can read. The copy comes from
  /// `exportDeviceKey`, or is the 32 bytes of a credential.
  ///
  /// - Returns: False if the device key is already in place.
  /// - Throws: -25291 if it is not the device key of this keychain, or if the file name is in use. Nothing is changed
  ///   then.
  @discardableResult
  public func importDeviceKey(from path: String) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.importDeviceKey(from: Array(path.utf8))
    }
  }

  /// Removes the file of the device key. It first checks that a copy opens the keychain, or the credential that this
  /// process has received.
  ///
  /// - Parameter copy: The path of the copy; nil for the credential.
  /// - Returns: Whether the file was overwritten. If not, its content may still be on the disk.
  /// - Throws: -25291 if neither a copy nor a credential opens the keychain. Nothing is removed then.
  @discardableResult
  public func removeDeviceKeyFile(copy: String? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.removeDeviceKeyFile(copy: copy.map { Array($0.utf8) })
    }
  }

  /// Replaces the device key with a new random one. The keys of the keychain stay the same, and are wrapped with the
  /// new device key. Copies of the old device key then open only old copies of the keybag. `rotateKeys` protects
  /// against these.
  ///
  /// - Parameter passcode: The passcode if one is set.
  /// - Returns: False if there is no keychain.
  /// - Throws: -25308 (`errSecInteractionNotAllowed`) if a passcode is set but none was given; -25293
  ///   (`errSecAuthFailed`) if it is wrong, or may not be tried yet; -25291 if the device key is a credential. After a
  ///   failure, either nothing was changed, or the next use of the keychain completes the change.
  @discardableResult
  public func changeDeviceKey(passcode: KeychainPasscode? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.changeDeviceKey(passcode?.passcode)
    }
  }
}
