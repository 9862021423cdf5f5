package import KeychainCrypto
import KeychainFiles
package import KeychainModel
import Vault

/// Moves a keychain in the folders of a user to `keychaind`.
///
/// The keychain travels as a copy (`VaultCopy`), because the service opens no file of a user. The files of the keychain are
/// set aside afterwards and not deleted. No other program can change the keychain from the copy until its files are aside.
///
/// The header stays. A program that has used the keychain in its own process since before the move then finds a keychain
/// without a database, which it does not replace with a new one.
package struct ServiceMigration {
  package struct Outcome: Sendable {
    /// What the service stored.
    package var stored = CopyOutcome()
    /// The paths of the files that were set aside.
    package var paths: [String] = []
  }

  private let keychain: LocalKeychain
  private let own: KeychainClient
  private let service: KeychainClient

  /// - Parameters:
  ///   - own: The keychain in the folders of the user.
  ///   - service: The keychain of the user in the service.
  package init(_ own: LocalKeychain, to service: KeychainClient) {
    keychain = own
    self.own = KeychainClient(own, as: .tool)
    self.service = service
  }

  /// Moves the keychain, and sets the files aside. A move that was interrupted can be repeated.
  ///
  /// - Parameter passcode: The passcode of the keychain; nil when it has none.
  /// - Throws: The errors of `Work.importCopy`. After such an error the files are unchanged.
  package func run(
    passcode: Passcode? = nil, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    guard try FileStatus.of(path: keychain.location.databasePath) != nil else {
      outcome.paths = try KeychainFilesAside(keychain.location).setAside()
      return outcome
    }
    // The files that are set aside then need no log.
    own.close()
    defer { own.close() }
    try keychain.withCopy { (_, _) in
    } _: { (copy, sent, deviceKey) throws(KeychainError) in
      let stored = try service.importCopy(
        from: try copy.file(), .key(deviceKey), passcode: passcode, onProgress: onProgress)
      let count = stored.items + stored.tombstones + stored.quarantined + stored.damaged + stored.reserved
      guard stored.digest == sent.digest,
        stored.isRepeated || count == sent.items + sent.tombstones + sent.quarantined
      else {
        throw KeychainError(
          .unexpected, "\(sent.items) items were sent and \(stored.items) were stored; the files are unchanged")
      }
      outcome.stored = stored
      outcome.paths = try KeychainFilesAside(keychain.location).setAside()
    }
    return outcome
  }
}

/// Sets aside the files of a keychain that is in the service. A keychain without its database, and with a database that was
/// set aside, is a keychain that was moved.
struct KeychainFilesAside {
  private let location: StoreLocation

  init(_ location: StoreLocation) { self.location = location }

  /// Renames the files of the vault. The database is renamed first. Other files of the folders, such as trust settings and
  /// further keychains, stay.
  ///
  /// - Parameter includesHeader: Whether the header is renamed, too.
  /// - Returns: The new paths.
  func setAside(includesHeader: Bool = false) throws(KeychainError) -> [String] {
    var paths: [String] = []
    for folder in Set([location.dataDirectory, location.keyDirectory]).sorted() {
      guard let directory = try ProtectedDirectory.open(folder) else { continue }
      for name in try directory.entryNames().filter(Self.isOfVault).sorted(by: Self.isMovedBefore) {
        paths.append(try Self.rename(name, in: directory))
      }
      if includesHeader, try directory.status(of: StoreLocation.lockName) != nil {
        paths.append(try Self.rename(StoreLocation.lockName, in: directory))
      }
    }
    return paths
  }

  /// Renames a file. The files of an earlier move keep their names.
  private static func rename(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) -> String {
    var new = name + VaultFiles.Names.movedSuffix
    var count = 1
    while try !directory.renameWithoutReplacing(name, to: new) {
      count += 1
      new = "\(name)\(VaultFiles.Names.movedSuffix)-\(count)"
    }
    try directory.synchronize()
    return directory.path(of: new)
  }

  private static func isMovedBefore(_ one: String, _ other: String) -> Bool {
    (one == StoreLocation.databaseName ? "" : one) < (other == StoreLocation.databaseName ? "" : other)
  }

  private static func isOfVault(_ name: String) -> Bool {
    guard !name.contains(VaultFiles.Names.movedSuffix) else { return false }
    return name.hasPrefix(StoreLocation.databaseName) || name.hasPrefix("keybag.")
      || name == StoreLocation.deviceKeyName
  }
}
