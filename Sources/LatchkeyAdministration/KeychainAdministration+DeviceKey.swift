import Keychain
import KeychainFiles
import KeychainModel

// The device key: docs/device-key.md. Beside the statuses that they name, all calls here throw
// `AdministrationError` with -25291 (`errSecNotAvailable`) when the keychain cannot be used, and -25292
// (`errSecReadOnly`) where nothing can be written. None makes a keychain where there is none.

extension KeychainAdministration {
  /// Writes a copy of the device key to a new file, 8192 bytes that only its owner may read. It can become
  /// a credential for systemd, or be put back by `importDeviceKey`. Whoever has it and the files of the
  /// keychain reads everything.
  ///
  /// - Returns: False when others may read it all the same, because its file system keeps no rights of
  ///   files (FAT).
  /// - Throws: -25291 when there is something of that name, or no keychain.
  @discardableResult
  public func exportDeviceKey(to path: String) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.exportDeviceKey(to: Array(path.utf8))
    }
  }

  /// Lends the device key as nine lines of ASCII, each with its line feed, for a person to write down. They
  /// are overwritten afterwards. `security import-device-key -w` reads them.
  ///
  /// - Throws: -25291 when there is no keychain.
  public func withDeviceKeyOnPaper(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.deviceKeyOnPaper().withUnsafeBytes(body)
    }
  }

  /// Puts the device key back in place, from a copy that nobody else can read: one that `exportDeviceKey`
  /// made, or the 32 bytes of a credential.
  ///
  /// - Returns: False when it is in place already.
  /// - Throws: -25291 when it is not the key of this keychain, or another file is in its place; nothing is
  ///   changed then.
  @discardableResult
  public func importDeviceKey(from path: String) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.importDeviceKey(from: Array(path.utf8))
    }
  }

  /// Removes the file of the device key, once a copy has proved to open the keychain, or the credential
  /// that this process was passed.
  ///
  /// - Parameter copy: The path of the copy; nil for the credential.
  /// - Returns: Whether the file was overwritten; otherwise its content may still be on the disk.
  /// - Throws: -25291 when nothing else proves to open the keychain; nothing is removed then.
  @discardableResult
  public func removeDeviceKeyFile(copy: String? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.removeDeviceKeyFile(copy: copy.map { Array($0.utf8) })
    }
  }

  /// Puts a new random device key in place of the present one. The keys of the keychain stay, and are
  /// wrapped with the new one. Copies of the old one open nothing any more but old copies of the keybag;
  /// against these, `rotateKeys` helps.
  ///
  /// - Parameter passcode: The passcode, when one is set.
  /// - Returns: False where there is no keychain.
  /// - Throws: -25308 (`errSecInteractionNotAllowed`) when a passcode is set and none was given; -25293
  ///   (`errSecAuthFailed`) when it is wrong, or may not be tried yet; -25291 when the device key is a
  ///   credential. Either nothing was changed, or the next use of the keychain finishes the change.
  @discardableResult
  public func changeDeviceKey(passcode: KeychainPasscode? = nil) throws -> Bool {
    try AdministrationError.translating { () throws(KeychainError) in
      try keychain.changeDeviceKey(passcode?.passcode)
    }
  }
}
