package import Keychain
import KeychainLog
import KeychainModel

/// Operations on a keychain that Apple's API does not have: finding its files, checking and repairing it, and watching
/// its changes.
public struct KeychainAdministration: Sendable {
  let location: StoreLocation
  let keychain: KeychainClient

  /// Makes an object for the keychain that the environment selects: `LATCHKEY_HOME`, or else the user's own keychain.
  /// The device key comes from `CREDENTIALS_DIRECTORY` if it is there.
  ///
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) if neither `LATCHKEY_HOME` nor a home
  ///   folder determines the location.
  public init() throws {
    self.init(
      try AdministrationError.translating { () throws(KeychainError) in
        try StoreLocation.standard()
      })
  }

  /// Makes an object for a keychain whose files are all in one folder, including the device key. Credentials of the
  /// process are not used, because they belong to the keychain that the environment selects.
  ///
  /// - Parameter home: An absolute path.
  /// - Throws: `AdministrationError` with status -25291 for a relative path, because it would select another keychain
  ///   after a change of the current folder.
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

  /// Makes an object for a client's keychain whose files are at a location.
  package init(_ location: StoreLocation, _ keychain: KeychainClient) {
    self.location = location
    self.keychain = keychain
  }

  /// The path of the database.
  public var databasePath: String { location.databasePath }

  /// The path of the file with the device key. If you lose this file, you lose every item.
  ///
  /// The file does not exist if the process receives the device key as a credential.
  public var deviceKeyPath: String { location.deviceKeyPath }

  /// Returns a stream of the commits of all processes, including this one, from now on. Only the latest 64 commits
  /// between two reads are reported.
  ///
  /// The stream ends when its consumer drops it.
  ///
  /// - Throws: `AdministrationError` with status -25291 if the folder of the keychain cannot be used.
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

/// The failure of an administrative call.
public struct AdministrationError: Error, Sendable, CustomStringConvertible {
  /// The status, as an `errSec…` number.
  public let status: Int32

  /// The reason as a sentence for a person. It contains no secret and no value of an item.
  public let reason: String

  /// The cause, which a program can compare: a name from `docs/failures.md`, for example `device-key-missing`. The
  /// names never change; a later version may add names.
  public let cause: String

  /// A remedy for a person, in English; nil if only the program can handle the failure.
  public let advice: String?

  init(_ error: KeychainError) {
    status = error.code.rawValue
    reason = error.reason
    cause = error.failureCause.name
    advice = error.failureCause.advice
  }

  /// The reason and the status.
  public var description: String { "\(reason) (status \(status))" }

  static func translating<Result>(
    _ name: StaticString = #function, _ body: () throws(KeychainError) -> Result
  ) throws(AdministrationError) -> Result {
    do throws(KeychainError) {
      return try Log.call(name, body)
    } catch {
      throw AdministrationError(error)
    }
  }
}
