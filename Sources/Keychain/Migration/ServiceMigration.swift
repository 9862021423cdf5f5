import KeychainFiles
package import KeychainModel
import Vault

/// Moves a keychain in the folders of a user to `keychaind`.
///
/// The items travel in a backup that is bound to the device key, because the service cannot read the folders of a user. The
/// files of the keychain are set aside afterwards and not deleted. No other program can change the keychain from the
/// export until its files are aside.
///
/// The header stays. A program that has used the keychain in its own process since before the move then finds a keychain
/// without a database, which it does not replace with a new one.
package struct ServiceMigration {
  /// The numbers of items that were moved, and that a backup excludes.
  package struct Outcome: Sendable {
    package var moved = 0
    package var excluded: [BackupExclusion: Int] = [:]
    package var unreadable = 0
    /// The number of items in groups of applications of the service, which only these applications write.
    package var notPermitted = 0
    /// The paths of the files that were set aside.
    package var paths: [String] = []
  }

  private let location: StoreLocation
  private let keychain: LocalKeychain
  private let own: KeychainClient
  private let service: KeychainClient

  /// - Parameters:
  ///   - own: The keychain in the folders of the user.
  ///   - service: The keychain of the user in the service.
  package init(_ own: LocalKeychain, to service: KeychainClient) {
    location = own.location
    keychain = own
    self.own = KeychainClient(own, as: .tool)
    self.service = service
  }

  /// Moves the items, and sets the files aside. A move that was interrupted can be repeated. If the service has stored the
  /// items already, the repetition needs a proof of the passcode (`KeychainClient.actForPerson`).
  ///
  /// - Throws: `.interactionNotAllowed` while the keychain is locked; `.missingEntitlement` with the cause `personNeeded`
  ///   when the keychain in the service has items; the errors of an export and of an import. After an error of the import
  ///   the files are unchanged.
  package func run(onProgress: (Int, Int) -> Void = { _, _ in }) throws(KeychainError) -> Outcome {
    guard try FileStatus.of(path: location.databasePath) != nil else {
      var outcome = Outcome()
      outcome.paths = try setFilesAside()
      return outcome
    }
    // The files that are set aside then need no log.
    own.close()
    defer { own.close() }
    return try keychain.withoutOtherWriters { () throws(KeychainError) in
      var outcome = try moveItems(onProgress)
      outcome.paths = try setFilesAside()
      return outcome
    }
  }

  private func moveItems(_ onProgress: (Int, Int) -> Void) throws(KeychainError) -> Outcome {
    let path = Array((location.dataDirectory + ".to-keychaind").utf8)
    defer { _ = try? PrivateFolder.removeFile(path) }
    let exported = try own.exportBackup(to: path, passphrase: nil, replaces: true, onProgress: onProgress)
    let restored = try service.importBackup(
      from: path, passphrase: nil, deviceKeyCopy: .typed(try own.deviceKey()), isDryRun: false,
      onProgress: onProgress)
    guard restored.notForThisDevice == 0,
      restored.added + restored.replaced + restored.kept + restored.notPermitted >= exported.items
    else {
      throw KeychainError(
        .unexpected, "\(exported.items) items were sent and \(restored.added) were stored; the files are unchanged")
    }
    return Outcome(
      moved: restored.added, excluded: exported.excluded, unreadable: exported.unreadable,
      notPermitted: restored.notPermitted)
  }

  /// Renames the files of the vault. The database is renamed first: a keychain without its database is a keychain that was
  /// moved. Other files of the folders, such as trust settings and further keychains, stay.
  ///
  /// - Returns: The new paths.
  private func setFilesAside() throws(KeychainError) -> [String] {
    var paths: [String] = []
    for folder in Set([location.dataDirectory, location.keyDirectory]).sorted() {
      guard let directory = try ProtectedDirectory.open(folder) else { continue }
      for name in try directory.entryNames().filter(Self.isOfVault).sorted(by: Self.isMovedBefore) {
        try directory.renameDurably(name, to: name + LoginKeychain.movedSuffix)
        paths.append(directory.path(of: name + LoginKeychain.movedSuffix))
      }
    }
    return paths
  }

  private static func isMovedBefore(_ one: String, _ other: String) -> Bool {
    (one == StoreLocation.databaseName ? "" : one) < (other == StoreLocation.databaseName ? "" : other)
  }

  private static func isOfVault(_ name: String) -> Bool {
    guard !name.hasSuffix(LoginKeychain.movedSuffix) else { return false }
    return name.hasPrefix(StoreLocation.databaseName) || name.hasPrefix("keybag.")
      || name == StoreLocation.deviceKeyName
  }
}

extension LocalKeychain {
  /// Runs `body` while no other process and no other thread can change the keychain. Others can read it.
  fileprivate func withoutOtherWriters<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try vault.maintain(.shared, until: .after(Self.timeout)) { (connection, _) throws(KeychainError) in
        try connection.write { () throws(KeychainError) in try body() }
      }
    }
  }
}
