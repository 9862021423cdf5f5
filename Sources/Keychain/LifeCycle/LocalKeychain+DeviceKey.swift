import Glibc
package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import Vault

extension LocalKeychain {
  /// Writes a copy of the device key to a new file, 8192 bytes of mode 0600 as `device.key` has them.
  ///
  /// - Parameter path: Need not be UTF-8.
  /// - Returns: False when others may read the copy, because its file system keeps no rights of files.
  /// - Throws: `.notAvailable` when there is a file of that name, and what opening a store throws;
  ///   `.parameter` for a file in a folder of the keychain, and for a path that names no file.
  @discardableResult
  package func exportDeviceKey(to path: [UInt8]) throws(KeychainError) -> Bool {
    let path = try Self.absolute(path)
    try location.requireForeign(path)
    var isPrivate = true
    try withCurrentDeviceKey { (key) throws(KeychainError) in
      isPrivate = try KeychainError.blamingArgument { () throws(KeychainError) in
        try DeviceKeyFile.export(key, to: path)
      }
    }
    Log.notice("the device key was exported to a file")
    return isPrivate
  }

  /// The device key as nine lines to write down: `DeviceKeyPaper`.
  ///
  /// - Throws: What opening a store throws.
  package func deviceKeyOnPaper() throws(KeychainError) -> WipedBytes {
    var lines = WipedBytes(count: 0)
    try withCurrentDeviceKey { (key) throws(KeychainError) in
      lines = try DeviceKeyPaper.lines(of: key)
    }
    Log.notice("the device key was shown")
    return lines
  }

  /// Where there is no store none is made. The key opens the keybag.
  private func withCurrentDeviceKey(
    _ body: (DeviceKey) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard try isPresent() else { throw KeychainError(.notAvailable, "there is no keychain yet") }
    let key = try call { (deadline) throws(KeychainError) in
      try vault.open(until: deadline).deviceKey
    }
    try body(key)
  }

  /// Puts a device key from a copy in place, as the file `device.key`, where that is missing.
  ///
  /// - Parameter path: A copy as `exportDeviceKey` makes it, or the 32 bytes of a credential, that nobody
  ///   else can read. The path need not be UTF-8.
  /// - Returns: False when it is in place already.
  /// - Throws: `.notAvailable` when it is not the key of this keychain, another file is in its place, or the
  ///   keybag is older than the database remembers; nothing is changed then.
  package func importDeviceKey(from path: [UInt8]) throws(KeychainError) -> Bool {
    let path = try Self.absolute(path)
    return try withPlacement { (placement, _) throws(KeychainError) in
      try placement.put(try Self.deviceKey(copyAt: path, for: placement.vaultID))
    }
  }

  /// Puts a device key in place that was typed: `DeviceKeyPaper.Reader`.
  ///
  /// - Returns: As `importDeviceKey(from:)`.
  package func importDeviceKey(_ key: DeviceKey) throws(KeychainError) -> Bool {
    try withPlacement { (placement, _) throws(KeychainError) in try placement.put(key) }
  }

  /// Removes the file `device.key`, once a copy has proved to open the keychain, or the credential that
  /// this process was passed.
  ///
  /// - Parameter copy: The path of the copy, which need not be UTF-8; nil for the credential.
  /// - Returns: Whether the file was overwritten; otherwise its content may still be somewhere.
  /// - Throws: `.notAvailable` when it is not proved, there is no such file, it does not open the keychain
  ///   itself, or the keybag is older than the database remembers; nothing is removed then.
  package func removeDeviceKeyFile(copy: [UInt8]?) throws(KeychainError) -> Bool {
    guard let copy else { return try removeDeviceKeyFileForCredential() }
    let path = try Self.absolute(copy)
    return try withPlacement { (placement, files) throws(KeychainError) in
      // Without following links: the same file under another name is no copy.
      let file = try files.key.status(of: StoreLocation.deviceKeyName)
      let isItself = try KeychainError.blamingArgument { () throws(KeychainError) in
        guard let file else { return false }
        return try FileStatus.of(path: path)?.isSameFile(as: file) == true
      }
      guard !isItself else {
        throw KeychainError(
          .notAvailable, "the copy is the file itself; nothing was removed", cause: .argument)
      }
      let mayBeInMemory = try files.key.isInMemory()
      return try placement.remove(try Self.deviceKey(copyAt: path, for: placement.vaultID)) {
        () throws(KeychainError) in
        // A copy just made may be in memory only. One that stays there will do for a key that does.
        try KeychainError.blamingArgument { () throws(KeychainError) in
          try NewFile.synchronize(path, noun: "the copy", mayBeInMemory: mayBeInMemory)
        }
      }
    }
  }

  private func removeDeviceKeyFileForCredential() throws(KeychainError) -> Bool {
    try withPlacement { (placement, files) throws(KeychainError) in
      guard let credential = files.credential else {
        throw KeychainError(
          .notAvailable,
          "no credential was passed, so \(files.key.path(of: StoreLocation.deviceKeyName)) is all there is; "
            + "name a copy of it. Nothing was removed.", cause: .argument)
      }
      return try placement.remove(try credential.load(for: placement.vaultID))
    }
  }

  /// Puts a new random device key in place of the present one, and wraps the keybag anew. Copies of the
  /// old one open nothing any more but copies of the old keybag. Where there is no store none is made.
  ///
  /// - Parameter passcode: The one that is set; nil when none is.
  /// - Returns: False where there is no store.
  /// - Throws: `.notAvailable` when the key is a credential; `.interactionNotAllowed` when a passcode is
  ///   set and none was given; `.authenticationFailed`; `.readOnly`, and what opening a store throws.
  ///   Either nothing was changed, or the next use of the store finishes the change.
  package func changeDeviceKey(_ passcode: Passcode? = nil) throws(KeychainError) -> Bool {
    guard try isPresent() else { return false }
    try call { (deadline) throws(KeychainError) in
      try vault.changeDeviceKey(passcode, until: deadline)
    }
    return true
  }

  private func withPlacement<Result>(
    _ body: (DeviceKeyPlacement, VaultFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try call { (deadline) throws(KeychainError) in
      try vault.withDeviceKeyPlacement(until: deadline, body)
    }
  }

  /// The device key in a copy.
  ///
  /// - Parameter path: Absolute.
  /// - Throws: `.notAvailable` with the cause `argument` when there is none that can be read.
  static func deviceKey(
    copyAt path: [UInt8], for storeID: RowIdentifier
  ) throws(KeychainError) -> DeviceKey {
    let copy = DeviceKeyCredential(copyAt: path)
    let key = try KeychainError.blamingArgument { () throws(KeychainError) in
      try copy.load(for: storeID)
    }
    guard let key else {
      throw KeychainError(
        .notAvailable, "cannot open \(copy.path): No such file or directory", cause: .argument)
    }
    return key
  }

  /// The same path from the root on.
  static func absolute(_ path: [UInt8]) throws(KeychainError) -> [UInt8] {
    guard path.first != UInt8(ascii: "/") else { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard !path.isEmpty, getcwd(&buffer, buffer.count) != nil else {
      throw KeychainError(.parameter, "the file is named by no path", cause: .argument)
    }
    return buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)) + [UInt8(ascii: "/")] + path
  }
}
