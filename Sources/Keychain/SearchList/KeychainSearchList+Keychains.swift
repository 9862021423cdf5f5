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
    for path in candidates where !path.isBundle && !paths.contains(path) { paths.append(path) }
    return paths
  }
}
