import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
package import Vault

/// Deletes a keychain: its keys, its files, and its entries in the preferences of the user.
///
/// 1. The folder of the vault gets the suffix `.deleted`. From now on, the keychain cannot be opened.
/// 2. The keys are destroyed and the files are removed. If the keys cannot be destroyed, the folder gets its former
///    name again.
/// 3. The entries in the preferences and the file of the keychain are removed, unless there is another file at the path
///    meanwhile.
///
/// If the process dies, the next deletion or creation at the same path finishes the work.
package struct KeychainDeletion {
  private let main: StoreLocation
  private let context: UnlockContext
  private let onStep: (KeychainStep) throws(KeychainError) -> Void

  /// - Parameter main: The location of the login keychain.
  package init(
    _ main: StoreLocation, context: UnlockContext = .keychains,
    onStep: @escaping (KeychainStep) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) {
    self.main = main
    self.context = context
    self.onStep = onStep
  }

  /// - Parameter path: The path of the file of the keychain.
  /// - Throws: `.noSuchKeychain` when there is no file; `.invalidKeychain` and `.notAvailable` when the file is not a
  ///   usable file of a keychain, which is then kept; the errors of removing files.
  package func run(_ path: [UInt8], _ domains: KeychainDomains) throws(KeychainError) {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      guard let file = try KeychainFile.read(path) else {
        // The file may have been removed by hand. The preferences must not name it any more.
        try domains.remove(.file(path))
        throw KeychainError(.noSuchKeychain, "\(String(decoding: path, as: UTF8.self)) does not exist")
      }
      try setAside(file, path, domains)
      try onStep(.folderSetAside)
      try remove(file, path, domains)
      Log.notice("a keychain was deleted")
    }
  }

  /// Renames the folder of the vault. The folder beside the file belongs to the file. A copy of the file is deleted
  /// together with the copy of the folder beside it, and not with the folder in the user's folder of keychains.
  private func setAside(
    _ file: KeychainFile, _ path: [UInt8], _ domains: KeychainDomains
  ) throws(KeychainError) {
    for folder in folders(of: file, path) {
      // Another file names the same vault. Only the given file is removed.
      guard !isShared(folder, path, domains) else { return }
      // A killed deletion left a folder, and the folder of the keychain was restored from a copy.
      if try PrivateFolder.exists(folder.path) { try PrivateFolder.remove(folder.deletedPath) }
      for name in [folder.newPath, folder.path] {
        _ = try PrivateFolder.rename(name, to: folder.deletedPath)
      }
      guard try !PrivateFolder.exists(folder.deletedPath) else { return }
    }
  }

  /// Whether a file with another path names the vault: in the folder of the vault's folder, or in the preferences.
  private func isShared(_ folder: KeychainFolder, _ path: [UInt8], _ domains: KeychainDomains) -> Bool {
    let directory = KeychainFolder.directory(of: folder.path)
    var others = PrivateFolder.names(in: directory).filter { !$0.hasPrefix(KeychainFolder.prefix) }
      .map { Array("\(directory)/\($0)".utf8) }
    let listed = (try? domains.list(of: .user)) ?? []
    let chosen = [try? domains.defaultKeychain(), try? domains.loginKeychain()].compactMap { $0 ?? nil }
    for case .file(let other) in listed + chosen where !others.contains(other) { others.append(other) }
    return others.contains { other in
      guard other != path, let file = try? KeychainFile.read(other), file.vaultID == folder.vaultID else {
        return false
      }
      return (try? KeychainFolder.find(file, at: String(decoding: other, as: UTF8.self), main))?.path == folder.path
    }
  }

  /// Finishes an interrupted deletion of the keychain at a path. Does nothing for any other file.
  func finish(_ path: [UInt8]) throws(KeychainError) {
    guard let file = try? KeychainFile.read(path) else { return }
    for folder in folders(of: file, path) {
      for name in [folder.path, folder.newPath] where try PrivateFolder.exists(name) { return }
      if try PrivateFolder.exists(folder.deletedPath) { return try remove(file, path, KeychainDomains(main)) }
    }
  }

  private func folders(of file: KeychainFile, _ path: [UInt8]) -> [KeychainFolder] {
    let directory = KeychainFolder.directory(of: String(decoding: path, as: UTF8.self))
    return [KeychainFolder(file.vaultID, in: directory), KeychainFolder(file.vaultID, in: main.keychainsDirectory)]
  }

  private func remove(_ file: KeychainFile, _ path: [UInt8], _ domains: KeychainDomains) throws(KeychainError) {
    for folder in folders(of: file, path) {
      var isErased = false
      do throws(KeychainError) {
        try Self.erase(folder, at: folder.deletedPath, main, context, deleting: path) { () throws(KeychainError) in
          isErased = true
          try onStep(.vaultErased)
        }
      } catch {
        if !isErased { putBack(folder) }
        throw error
      }
    }
    try removeAbandonedKey(file, path)
    try onStep(.folderRemoved)
    try removeFile(file, path, domains)
    try onStep(.fileRemoved)
  }

  /// Gives the folder of a vault that could not be erased its former name. The keychain can be used again.
  private func putBack(_ folder: KeychainFolder) {
    do throws(KeychainError) {
      _ = try PrivateFolder.rename(folder.deletedPath, to: folder.path)
    } catch { Log.error("a keychain that could not be deleted cannot be used until it is deleted", error) }
  }

  /// Removes the file of the keychain and its entries in the preferences. All deletions of the user do this one after the
  /// other. So a file that another process made at the path meanwhile is kept.
  private func removeFile(_ file: KeychainFile, _ path: [UInt8], _ domains: KeychainDomains) throws(KeychainError) {
    // If the folder cannot be written, a keychain that needs no device key can be deleted nevertheless.
    let directory = try? ProtectedDirectory.openOrCreate(main.keychainKeysDirectory)
    var lock: DirectoryLock?
    if let directory { lock = try DirectoryLock(directory, timeout: Call.longestTimeLimit) }
    defer { withExtendedLifetime(lock) {} }
    guard try KeychainFile.read(path) == file else { return }
    var failure: KeychainError?
    do throws(KeychainError) { try domains.remove(.file(path)) } catch { failure = error }
    guard try KeychainFile.read(path) == file else { return }
    try PrivateFolder.removeFile(path)
    if let failure { throw failure }
  }

  /// Removes the device key if the folder of the vault was removed by hand, or by a process that was killed.
  private func removeAbandonedKey(_ file: KeychainFile, _ path: [UInt8]) throws(KeychainError) {
    guard file.protection == .deviceKey else { return }
    for folder in folders(of: file, path) {
      for name in [folder.path, folder.newPath] where try PrivateFolder.exists(name) { return }
    }
    let users = DeviceKeyUsers(file.vaultID, main)
    guard try users.paths() == [path] else { return }
    try PrivateFolder.remove(KeychainFolder.keyDirectory(file.vaultID, main))
    try users.forget()
  }

  /// Destroys the keys of a vault, and removes its folders. Does nothing when the folder is missing. The device key is
  /// kept when a copy of the keychain is deleted.
  ///
  /// - Parameter path: The present path of the folder.
  static func erase(
    _ folder: KeychainFolder, at path: String, _ main: StoreLocation, _ context: UnlockContext,
    deleting file: [UInt8]? = nil, onErased: () throws(KeychainError) -> Void = { () throws(KeychainError) in }
  ) throws(KeychainError) {
    let keyDirectory = KeychainFolder.keyDirectory(folder.vaultID, main)
    guard try PrivateFolder.exists(path) else { return }
    let isPortable = try !PrivateFolder.exists(keyDirectory)
    let original = KeychainFolder(folder.vaultID, in: main.keychainsDirectory)
    let users = DeviceKeyUsers(folder.vaultID, main)
    var isCopy = false
    // A killed deletion left this folder, and the folder of the keychain was restored from a copy.
    if path == folder.deletedPath { isCopy = try PrivateFolder.exists(folder.path) }
    if !isPortable, !isCopy { isCopy = try users.isUsed(besides: folder, deleting: file) }
    if !isPortable, !isCopy, original.path != folder.path { isCopy = try PrivateFolder.exists(original.path) }
    if isCopy {
      try onErased()
      try PrivateFolder.remove(path)
      if let file, !isPortable { try users.remove(file) }
      return
    }
    let location = folder.location(at: path, isPortable ? .password : .deviceKey, file: [], main)
    _ = try Vault(location.vault, context: context).erase(until: .after(Call.longestTimeLimit))
    try onErased()
    try PrivateFolder.remove(path)
    guard !isPortable else { return }
    try PrivateFolder.remove(keyDirectory)
    try users.forget()
  }
}
