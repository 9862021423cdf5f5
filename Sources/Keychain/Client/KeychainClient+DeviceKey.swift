import Glibc
package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

extension KeychainClient {
  /// Writes a copy of the device key to a new file. The copy has the format of `device.key` (8192 bytes) and mode 0600.
  ///
  /// - Parameter path: The path of the new file. The path need not be UTF-8.
  /// - Returns: False when other users may be able to read the copy, because the file system does not store
  ///   permissions.
  /// - Throws: `.notAvailable` when a file of that name exists; `.parameter` for a file in a folder of the keychain,
  ///   and for an empty path.
  @discardableResult
  package func exportDeviceKey(to path: [UInt8]) throws(KeychainError) -> Bool {
    let path = try Self.absolute(path)
    try location.requireOutsideKeychain(path)
    let key = try deviceKey()
    let isPrivate = try KeychainError.attributedToArgument { () throws(KeychainError) in
      try DeviceKeyFile.export(key, to: path)
    }
    Log.notice("the device key was exported to a file")
    return isPrivate
  }

  /// The device key as nine printable lines in the format of `DeviceKeyPaper`.
  package func deviceKeyOnPaper() throws(KeychainError) -> WipedBytes {
    let lines = try DeviceKeyPaper.lines(of: try deviceKey())
    Log.notice("the device key was shown")
    return lines
  }

  /// The device key that opens the keychain.
  package func deviceKey() throws(KeychainError) -> DeviceKey {
    guard case .deviceKey(let key) = try send(.exportDeviceKey) else { throw Reply.unexpected }
    return key
  }

  /// - Throws: `.notAvailable` when the keychain is in `keychaind`, whose files only root may change.
  package func requireOwnDeviceKeyFile() throws(KeychainError) {
    guard isInProcess else { throw Self.deviceKeyFileOfService }
  }

  package static var deviceKeyFileOfService: KeychainError {
    KeychainError(
      .notAvailable,
      "the keychain is in keychaind, and only root places or removes its device key: the file device.key in the folder of "
        + "the keychain below /var/lib/keychaind (docs/service.md); nothing was changed")
  }

  /// Writes the device key of a copy to the file `device.key`, if this file is missing.
  ///
  /// - Parameter path: The path of a copy: a file that `exportDeviceKey` made, or a credential of 32 bytes. Other users
  ///   must not be able to read the file. The path need not be UTF-8.
  /// - Returns: False when the key is already in the file `device.key`.
  package func importDeviceKey(from path: [UInt8]) throws(KeychainError) -> Bool {
    try send(.importDeviceKey(try Self.content(ofCopyAt: try Self.absolute(path)))).flag()
  }

  /// Writes a device key to the file `device.key`. A person typed the device key, and `DeviceKeyPaper.Reader` decoded the
  /// typed lines.
  package func importDeviceKey(_ key: DeviceKey) throws(KeychainError) -> Bool {
    try send(.importDeviceKey(.key(key))).flag()
  }

  /// Removes the file `device.key`. The service first proves that the copy, or the credential of the service, opens the
  /// keychain.
  ///
  /// - Parameter copy: The path of the copy; nil to use the credential. The path need not be UTF-8.
  /// - Returns: Whether the content of the file was overwritten. Otherwise the content may still be on the disk.
  package func removeDeviceKeyFile(copy: [UInt8]?) throws(KeychainError) -> Bool {
    guard let copy else { return try send(.removeDeviceKeyFile(copy: nil)).flag() }
    let path = try Self.absolute(copy)
    let folder = try ProtectedDirectory.open(location.keyDirectory)
    // Symbolic links are not followed. A hard link to `device.key` is not a copy.
    let file = try folder?.status(of: StoreLocation.deviceKeyName)
    let content = try KeychainError.attributedToArgument { () throws(KeychainError) in
      if let file, try FileStatus.of(path: path)?.isSameFile(as: file) == true {
        throw KeychainError(.notAvailable, "the copy is the file itself; nothing was removed")
      }
      let content = try Self.content(ofCopyAt: path)
      // A new copy may still be only in memory, so the copy is synchronized. A copy on a memory file system is
      // sufficient only if `device.key` is also on a memory file system.
      try NewFile.synchronize(
        path, noun: "the copy", mayBeInMemory: try folder?.isInMemory() ?? false)
      return content
    }
    return try send(.removeDeviceKeyFile(copy: content)).flag()
  }

  package func changeDeviceKey(_ passcode: Passcode? = nil) throws(KeychainError) -> Bool {
    try send(.changeDeviceKey(passcode)).flag()
  }

  /// Reads the device key in a copy.
  ///
  /// - Parameter path: An absolute path.
  /// - Throws: `.notAvailable` with the cause `argument` when the file is not a readable copy.
  static func content(ofCopyAt path: [UInt8]) throws(KeychainError) -> DeviceKeyContent {
    let copy = DeviceKeyCredential(copyAt: path)
    let found = try KeychainError.attributedToArgument { () throws(KeychainError) in
      try copy.readCopy()
    }
    guard let found else {
      throw KeychainError(
        .notAvailable, "cannot open \(copy.path): No such file or directory", cause: .argument)
    }
    return found.isNamed ? .key(found.key) : .bytes(found.key)
  }

  /// Converts a path to an absolute path.
  static func absolute(_ path: [UInt8]) throws(KeychainError) -> [UInt8] {
    guard path.first != UInt8(ascii: "/") else { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard !path.isEmpty, getcwd(&buffer, buffer.count) != nil else {
      throw KeychainError(.parameter, "the file is named by no path", cause: .argument)
    }
    return buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)) + [UInt8(ascii: "/")] + path
  }
}
