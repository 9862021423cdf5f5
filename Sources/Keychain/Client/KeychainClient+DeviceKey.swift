import Glibc
package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

extension KeychainClient {
  /// Writes a copy of the device key to a new file. The copy has the 8192 bytes of `device.key` and mode 0600.
  ///
  /// - Parameter path: The path need not be UTF-8.
  /// - Returns: False when others may read the copy, because its file system does not support file permissions.
  /// - Throws: `.notAvailable` when a file of that name exists; `.parameter` for a file in a folder of the keychain,
  ///   and for a path that names no file.
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

  /// The device key as nine printable lines: `DeviceKeyPaper`.
  package func deviceKeyOnPaper() throws(KeychainError) -> WipedBytes {
    let lines = try DeviceKeyPaper.lines(of: try deviceKey())
    Log.notice("the device key was shown")
    return lines
  }

  private func deviceKey() throws(KeychainError) -> DeviceKey {
    guard case .deviceKey(let key) = try send(.exportDeviceKey) else { throw Reply.unexpected }
    return key
  }

  /// Puts a device key from a copy in place, as the file `device.key`, if that file is missing.
  ///
  /// - Parameter path: A copy by `exportDeviceKey`, or the 32 bytes of a credential. Only this user may be able to read
  ///   it. The path need not be UTF-8.
  /// - Returns: False when the key is already in place.
  package func importDeviceKey(from path: [UInt8]) throws(KeychainError) -> Bool {
    try send(.importDeviceKey(try Self.content(ofCopyAt: try Self.absolute(path)))).flag()
  }

  /// Puts a typed device key in place: `DeviceKeyPaper.Reader`.
  package func importDeviceKey(_ key: DeviceKey) throws(KeychainError) -> Bool {
    try send(.importDeviceKey(.key(key))).flag()
  }

  /// Removes the file `device.key`, after a copy, or the credential of the service, was proved to open the keychain.
  ///
  /// - Parameter copy: The path of the copy, which need not be UTF-8; nil for the credential.
  /// - Returns: Whether the file was overwritten. Otherwise its content may still be on the disk.
  package func removeDeviceKeyFile(copy: [UInt8]?) throws(KeychainError) -> Bool {
    guard let copy else { return try send(.removeDeviceKeyFile(copy: nil)).flag() }
    let path = try Self.absolute(copy)
    let folder = try ProtectedDirectory.open(location.keyDirectory)
    // Links are not followed. The same file under another name is not a copy.
    let file = try folder?.status(of: StoreLocation.deviceKeyName)
    let content = try KeychainError.attributedToArgument { () throws(KeychainError) in
      if let file, try FileStatus.of(path: path)?.isSameFile(as: file) == true {
        throw KeychainError(.notAvailable, "the copy is the file itself; nothing was removed")
      }
      let content = try Self.content(ofCopyAt: path)
      // A new copy may be in memory only. A copy in a memory file system is enough for a key in such a file system.
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
  /// - Throws: `.notAvailable` with the cause `argument` when no copy can be read.
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

  /// The same path as an absolute path.
  static func absolute(_ path: [UInt8]) throws(KeychainError) -> [UInt8] {
    guard path.first != UInt8(ascii: "/") else { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard !path.isEmpty, getcwd(&buffer, buffer.count) != nil else {
      throw KeychainError(.parameter, "the file is named by no path", cause: .argument)
    }
    return buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)) + [UInt8(ascii: "/")] + path
  }
}
