package import Keychain
import KeychainLog
import KeychainModel

/// Manages a keychain. The methods find the files of the keychain, verify and repair the keychain, and watch its
/// changes. Apple's API has no such functions.
public struct KeychainAdministration: Sendable {
  let location: StoreLocation
  let keychain: KeychainClient

  /// Makes an object for the keychain in the folder that `LATCHKEY_HOME` names. If this environment variable is not
  /// set, the object manages the keychain of the user. If the folder `CREDENTIALS_DIRECTORY` contains a device key, the
  /// keychain is opened with this device key.
  ///
  /// - Throws: `AdministrationError` with status -25291 (`errSecNotAvailable`) if neither `LATCHKEY_HOME` nor a home
  ///   folder determines the location, or if the configuration of `keychaind` is damaged.
  public init() throws {
    let (location, keychain) = try AdministrationError.translating { () throws(KeychainError) in
      let location = try StoreLocation.standard()
      return (location, try KeychainClient.login(at: location, as: .tool))
    }
    self.init(location, keychain)
  }

  /// Makes an object for a keychain whose files, including the device key, are all in one folder. The object does not
  /// use the credentials of the process, because these credentials belong to the keychain that the environment selects.
  ///
  /// - Parameter home: The absolute path of the folder.
  /// - Throws: `AdministrationError` with status -25291 for a relative path, because a relative path would select
  ///   another keychain after a change of the current folder.
  public init(home: String) throws {
    guard home.hasPrefix("/") else {
      throw AdministrationError(
        KeychainError(
          .notAvailable, "the folder of a keychain is named by an absolute path", because: .noPlace)
      )
    }
    let location = StoreLocation(home: home)
    self.init(location, KeychainClient(LocalKeychain(location), as: .tool))
  }

  /// Makes an object that sends its calls to `keychain`. The files of the keychain are at `location`.
  package init(_ location: StoreLocation, _ keychain: KeychainClient) {
    self.location = location
    self.keychain = keychain
  }

  /// The path of the database.
  public var databasePath: String { location.databasePath }

  /// The path of the file with the device key. If you lose this file, you lose every item.
  ///
  /// If the process receives the device key as a credential, the file is not used, and may be missing.
  public var deviceKeyPath: String { location.deviceKeyPath }

  /// Returns a stream of the commits of all processes, including this process. The stream begins with the next commit.
  /// If more than 64 commits happen between two reads by the library, the stream contains only the latest 64 of these
  /// commits.
  ///
  /// The watching ends when the consumer releases the stream.
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

  /// The cause as a name from `docs/failures.md`, for example `device-key-missing`. A program can compare the name. The
  /// existing names never change. A later version may add names.
  public let cause: String

  /// Advice to the user in English. Nil if only the program can handle the failure.
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
