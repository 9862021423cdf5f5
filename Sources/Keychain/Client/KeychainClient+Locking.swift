package import KeychainModel

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
