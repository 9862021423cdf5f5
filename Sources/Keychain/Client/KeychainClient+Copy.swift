package import KeychainCrypto
package import KeychainFiles
package import KeychainModel

// Copies of whole keychains.

extension KeychainClient {
  /// Makes the keychain from a copy of another one. Nothing is stored unless the whole copy is stored.
  ///
  /// - Parameters:
  ///   - key: The device key of the keychain in the copy; nil for the device key that the service derives.
  ///   - passcode: The passcode of the keychain in the copy; nil when it has none, and for root.
  /// - Throws: The errors of `Work.importCopy`.
  package func importCopy(
    from file: InputFile, _ key: DeviceKeyContent?, passcode: Passcode?, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> CopyOutcome {
    // A file that is no copy is not sent to the service.
    _ = try VaultCopyReader(file)
    let work = Work.importCopy(deviceKey: key, passcode: passcode, byteCount: file.byteCount)
    guard case .copy(let outcome) = try run(work, sending: file, onProgress) else { throw Reply.unexpected }
    return outcome
  }

  /// Restores a copy that root made, from a file. The service stores the rows of the copy as they are, so nobody but root
  /// may be able to change the file.
  ///
  /// - Throws: `.notAvailable` when there is no such file, and when a user other than root can change the file, or a folder
  ///   above it; `.parameter` for a path that is not in UTF-8; the errors of `importCopy(from:_:passcode:onProgress:)`.
  package func importCopy(
    at path: [UInt8], _ copy: DeviceKeyCopy?, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> CopyOutcome {
    let absolute = try Self.absolute(path)
    // The checks name the file by a text, so another path would name another file.
    guard let slash = absolute.lastIndex(of: UInt8(ascii: "/")),
      let folder = String(validating: absolute[..<slash], as: UTF8.self),
      let name = String(validating: absolute[(slash + 1)...], as: UTF8.self)
    else { throw KeychainError(.parameter, "the path of a copy of a keychain is in UTF-8", cause: .argument) }
    guard try RootOwnedFolder(folder.isEmpty ? "/" : folder).status(of: name) != nil else {
      throw KeychainError(.notAvailable, "there is no copy of a keychain at the path", because: .noPlace)
    }
    let file = try InputFile(absolute, noun: "the copy of the keychain")
    let key: DeviceKeyContent? =
      switch copy {
      case .file(let path): try Self.content(ofCopyAt: try Self.absolute(path))
      case .typed(let key): .key(key)
      case nil: nil
      }
    return try importCopy(from: file, key, passcode: nil, onProgress: onProgress)
  }

  /// Makes a copy of the keychain. Only root may make it.
  ///
  /// - Parameter output: Receives the bytes of the copy, in order.
  /// - Throws: The errors of `Work.exportCopy`.
  package func exportCopy(
    includesProtected: Bool, onProgress: (Int, Int) -> Void = { _, _ in },
    to output: ([UInt8]) throws(KeychainError) -> Void
  ) throws(KeychainError) -> CopyOutcome {
    var byteCount = 0
    let reply = try run(.exportCopy(includesProtected: includesProtected), onProgress) {
      (bytes) throws(KeychainError) in
      byteCount += bytes.count
      guard byteCount <= LocalKeychain.largestBackupByteCount else { throw Reply.unexpected }
      try output(bytes)
    }
    guard case .copy(let outcome) = reply else { throw Reply.unexpected }
    return outcome
  }

  /// Gives the folder of the keychain in the service another name.
  ///
  /// - Parameter digest: The digest of the copy that was given back.
  package func setAside(_ digest: [UInt8]) throws(KeychainError) { _ = try send(.setAside(digest: digest)) }

  /// Removes the keychain in the service.
  package func deleteKeychain() throws(KeychainError) { _ = try send(.deleteKeychain) }

  /// Gives the keychain in the service to the present account with the number of its user.
  package func keepKeychain() throws(KeychainError) { _ = try send(.keepKeychain) }
}
