package import KeychainCrypto
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

  /// Locks the login keychain and the keychains of the search list. A keychain that cannot be locked does not prevent
  /// the locking of the others.
  ///
  /// - Parameter lock: Locks one keychain.
  /// - Throws: The first error, when no keychain could be locked.
  package func lockAll(_ lock: (KeychainPath) throws(KeychainError) -> Void) throws(KeychainError) {
    var (isLocked, failure) = (false, nil as KeychainError?)
    for path in try paths(of: .standard) where path != .system && path != .systemRoots {
      do throws(KeychainError) {
        try lock(path)
        isLocked = true
      } catch { failure = failure ?? error }
    }
    if !isLocked, let failure { throw failure }
  }
}
