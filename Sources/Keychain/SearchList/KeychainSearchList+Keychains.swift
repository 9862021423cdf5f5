package import KeychainCrypto
import KeychainFiles
package import KeychainModel

// The life cycle of the keychains of a user.

extension KeychainSearchList {
  /// Makes a keychain and leaves it unlocked. See `KeychainCreation.run`.
  package func create(_ path: [UInt8], password: Passcode?) throws(KeychainError) -> KeychainError? {
    keychains.drop(path)
    return try KeychainCreation(location, context: keychains.context).run(path, password: password)
  }

  /// Deletes a keychain. See `KeychainDeletion.run`.
  package func delete(_ path: [UInt8]) throws(KeychainError) {
    keychains.drop(path)
    try KeychainDeletion(location, context: keychains.context).run(path, domains)
  }

  /// The keychains that can be locked: the login keychain, the default keychain, the keychains of the search list, the
  /// keychains in the user's folder of keychains, and the keychains that this process uses.
  func pathsToLock() -> [KeychainPath] {
    // Damaged preferences do not keep the keychains unlocked.
    var candidates = (try? paths(of: .standard)) ?? [.login]
    if let path = try? domains.defaultKeychain() { candidates.append(path) }
    let folder = location.keychainsDirectory
    for name in PrivateFolder.names(in: folder).sorted() where !name.hasPrefix(KeychainFolder.prefix) {
      let path = Array("\(folder)/\(name)".utf8)
      if (try? KeychainFile.read(path)) != nil { candidates.append(.file(path)) }
    }
    candidates += keychains.paths.map { .file($0) }
    var paths: [KeychainPath] = []
    for path in candidates where path != .system && path != .systemRoots && !paths.contains(path) { paths.append(path) }
    return paths
  }
}

extension KeychainClient {
  /// Locks all keychains that have a password: the login keychain, the default keychain, the keychains of the search
  /// list, the keychains in the user's folder of keychains, and the keychains that this process uses. A keychain that
  /// cannot be locked does not prevent the locking of the others.
  ///
  /// - Returns: Whether each locking was recorded. A locking that was not recorded is recorded by the next change.
  /// - Throws: The first error of a keychain; `.notAvailable` when no keychain has a password.
  @discardableResult
  package func lockAll() throws(KeychainError) -> Bool {
    var (isLocked, isRecorded) = (false, true)
    var failure: KeychainError?
    for path in list?.pathsToLock() ?? [.login] {
      do throws(KeychainError) {
        let keychain = try client(of: path)
        guard try keychain.canBeLocked() else { continue }
        if try !keychain.lock() { isRecorded = false }
        isLocked = true
      } catch {
        guard error.code != .noSuchKeychain else { continue }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    guard isLocked else {
      throw KeychainError(.notAvailable, "no keychain has a password", because: .passcodeMissing)
    }
    return isRecorded
  }
}
