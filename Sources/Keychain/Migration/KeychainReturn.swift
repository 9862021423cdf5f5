import KeychainCrypto
import KeychainFiles
package import KeychainModel

/// Gives a keychain of `keychaind` back to its user. Only a program of root can do this, because private keys that never
/// leave the service come back, too.
///
/// The keychain keeps its device key, so no passcode is needed, and the keychain may be locked. The items of protected
/// programs stay in the folder of the service, which gets another name.
package struct KeychainReturn {
  private let service: KeychainClient
  private let identity: UserIdentity
  /// The location of the keychain outside of the service.
  private let location: StoreLocation

  /// - Parameters:
  ///   - service: The keychain in the service, for the administrator.
  ///   - user: The number of the user.
  ///   - location: The location of the keychain outside of the service; nil for the folders in the home folder of the
  ///     account. The variables of the user's environment are unknown.
  /// - Throws: `.notAvailable` when the user has no account.
  package init(
    _ service: KeychainClient, to user: UInt32, at location: StoreLocation? = nil
  ) throws(KeychainError) {
    self.service = service
    identity = try UserIdentity(of: user)
    self.location = location ?? .standard(inHome: identity.homeDirectory)
  }

  /// Writes the keychain of the user, and sets the keychain of the service aside. If it is interrupted, a repetition
  /// finishes it.
  ///
  /// - Returns: The outcome, with the number of rows that stay in the service, and the path of the database.
  /// - Throws: `.notAvailable` when the user has another keychain outside of the service; the errors of
  ///   `Work.exportCopy`. After an error the keychain of the service is unchanged.
  package func run(
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> (outcome: CopyOutcome, path: String) {
    let copy = try SpooledFile(in: nil, noun: "the copy of the keychain")
    let sent = try service.exportCopy(includesProtected: false, onProgress: onProgress) {
      (bytes) throws(KeychainError) in try copy.append(bytes)
    }
    let deviceKey = try service.deviceKey()
    let returned = try identity.acting { () throws(KeychainError) in
      if try FileStatus.of(path: location.databasePath) == nil {
        _ = try KeychainFilesAside(location).setAside(includesHeader: true)
      }
      let keychain = LocalKeychain(location)
      defer { KeychainClient(keychain, as: .tool).close() }
      do throws(KeychainError) { return try keychain.returnKeychain(from: try copy.file(), deviceKey) } catch {
        // The keychain of the service changed after an earlier run of this command.
        guard error.failureCause == .fileInTheWay, try keychain.isFromCopy(of: deviceKey.vaultID) else { throw error }
      }
      KeychainClient(keychain, as: .tool).close()
      _ = try KeychainFilesAside(location).setAside(includesHeader: true)
      return try keychain.returnKeychain(from: try copy.file(), deviceKey)
    }
    let count = returned.items + returned.tombstones + returned.quarantined + returned.damaged
    guard returned.digest == sent.digest,
      returned.isRepeated || count == sent.items + sent.tombstones + sent.quarantined
    else { throw KeychainError(.unexpected, "the keychain is not as it was sent; the service keeps it") }
    try service.setAside(sent.digest)
    return (sent, location.databasePath)
  }
}
