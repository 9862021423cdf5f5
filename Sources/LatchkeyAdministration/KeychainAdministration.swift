package import Keychain
import KeychainModel

/// What Apple's keychain has no API for: where a keychain lies, whether it is whole, who changes it.
public struct KeychainAdministration: Sendable {
  let location: StoreLocation
  let keychain: KeychainClient

  /// The keychain that the environment names: `LATCHKEY_HOME`, else the user's own, with the device
  /// key from `CREDENTIALS_DIRECTORY` if there is one.
  ///
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) when neither
  ///   `LATCHKEY_HOME` nor a home folder says where it lies.
  public init() throws {
    self.init(
      try AdministrationError.translating { () throws(KeychainError) in
        try StoreLocation.standard()
      })
  }

  /// A keychain with all files in one folder, the device key among them: credentials of the process
  /// belong to the keychain that the environment names.
  ///
  /// - Parameter home: An absolute path.
  /// - Throws: `AdministrationError` with status -25291 for a relative path: it would lead to
  ///   another keychain after a change of the current folder.
  public init(home: String) throws {
    guard home.hasPrefix("/") else {
      throw AdministrationError(
        KeychainError(
          .notAvailable, "the folder of a keychain is named by an absolute path", because: .noPlace)
      )
    }
    self.init(StoreLocation(home: home))
  }

  private init(_ location: StoreLocation) {
    self.init(location, KeychainClient(LocalKeychain(location), as: .tool))
  }

  /// The keychain of a client, whose files are at a location.
  package init(_ location: StoreLocation, _ keychain: KeychainClient) {
    self.location = location
    self.keychain = keychain
  }

  /// The path of the database.
  public var databasePath: String { location.databasePath }

  /// The path of the file with the device key. If you lose this file you lose every item.
  ///
  /// There is none for a keychain whose device key is passed to the process as a credential.
  public var deviceKeyPath: String { location.deviceKeyPath }

  /// The commits of all processes from now on, also of this one. Only the latest 64 commits between two looks are
  /// reported.
  ///
  /// The stream ends when its consumer drops it.
  ///
  /// - Throws: `AdministrationError` with status -25291 when the folder of the keychain cannot be used.
  public func commits() throws -> AsyncStream<KeychainCommit> {
    let watcher = try AdministrationError.translating { () throws(KeychainError) in
      try CommitWatcher(keychain)
    }
    return AsyncStream { continuation in
      watcher.start { continuation.yield($0) }
      continuation.onTermination = { _ in watcher.stop() }
    }
  }
}
