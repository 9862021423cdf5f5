import Glibc
import Keychain
import KeychainModel
public import LatchkeyAdministration
public import LockTestSupport
import Security
import TestSupport

/// A keychain under test, in this process or in another one.
///
/// The environment variable `LATCHKEY_TEST_SERVICE` selects this: `remote` means another process.
public struct ServedKeychain: Sendable {
  /// Whether the keychains under test are in another process.
  public static let isRemote =
    getenv("LATCHKEY_TEST_SERVICE").map { String(cString: $0) } == "remote"

  private let service: any KeychainService
  private let location: StoreLocation
  private let trustSettings: TrustSettingsStore
  private let onChange: @Sendable (KeychainChange) -> Void

  /// How long each call may wait for other programs; nil for 30 seconds.
  public var timeLimit: Duration?

  /// A keychain in a folder.
  ///
  /// - Parameters:
  ///   - home: The folder of its files.
  ///   - adminDirectory: The folder of the administrator's trust settings; nil for the default one.
  ///   - clock: The clock of the keychain; nil for the system clock.
  ///   - machine: The machine whose simulated kernel keeps tickets; nil for the real machine.
  ///   - postsNotifications: Whether commits post notifications, like commits of the standard keychain.
  ///   - onCommit: Called after each commit, on its thread.
  public init(
    home: String, adminDirectory: String? = nil, clock: TestKeychainClock? = nil,
    machine: TestMachine? = nil, postsNotifications: Bool = false,
    onCommit: @escaping @Sendable (KeychainCommit) -> Void = { _ in }
  ) {
    var location = StoreLocation(home: home)
    if let adminDirectory { location.adminDirectory = adminDirectory }
    self.location = location
    trustSettings = TrustSettingsStore(location, clock: clock ?? SystemClock())
    onChange = { change in
      if postsNotifications { ChangeNotifications.post(change) }
      onCommit(KeychainCommit(change))
    }
    if Self.isRemote {
      service = RemoteKeychain(
        Envelope.Place(
          home: location.dataDirectory, adminDirectory: location.adminDirectory,
          machine: machine?.folder.path, hasClock: clock != nil), clock: clock)
    } else {
      let local = LocalKeychain(location, clock: clock ?? SystemClock(), locking: machine?.context() ?? .system)
      service = local
    }
  }

  private func client(as program: TestProgram) -> KeychainClient {
    KeychainClient(
      service, Peer(program.caller), at: location, trustSettings, timeLimit: timeLimit, onChange: onChange)
  }

  /// The keychain for a person, who sees every item.
  var client: KeychainClient { client(as: .tool) }

  /// Runs code that calls the functions of `Security` and `LocalAuthentication` with this keychain.
  ///
  /// - Parameters:
  ///   - program: The program that makes the calls.
  ///   - asksNobody: Whether questions to a person are forbidden.
  public func perform<Result>(
    as program: TestProgram, asksNobody: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    let client = client(as: program)
    let context =
      asksNobody ? KeychainContext(client, mayAsk: { false }) : KeychainContext(client)
    return try KeychainContext.$current.withValue(context, operation: body)
  }

  /// The administration of this keychain.
  public var administration: KeychainAdministration {
    KeychainAdministration(location, client)
  }

  /// Sets a passcode.
  public func setPasscode(_ passcode: String) throws {
    try administration.setPasscode(KeychainPasscode(passcode))
  }

  /// Removes the passcode.
  public func removePasscode(_ passcode: String) throws {
    try administration.removePasscode(KeychainPasscode(passcode))
  }

  /// Unlocks the keychain.
  public func unlock(_ passcode: String) throws {
    try administration.unlock(KeychainPasscode(passcode))
  }

  /// Locks the keychain.
  public func lock() throws { try administration.lock() }

  /// Closes the files of the keychain, like the end of its process.
  public func close() { client.close() }

  /// The persistent references of the identities that have a key, for a program that requests only names. This requires
  /// no proof.
  ///
  /// - Parameter publicKeyHash: The hash of the public key.
  public func names(
    ofIdentitiesWith publicKeyHash: [UInt8], as program: TestProgram
  ) throws -> [[UInt8]] {
    let query = ItemQuery(
      .identity, attributes: AttributeSet([.applicationLabel: .data(publicKeyHash)]),
      isSynchronizable: nil)
    return try client(as: program).perform(.search(SearchRequest(query, namesGuarded: true)))
      .map(\.persistentReference)
  }
}

extension TestMachine {
  /// The keychain in a new process, which may be another one than the test's process.
  public func served() -> ServedKeychain { ServedKeychain(home: folder.path, machine: self) }

  /// Restarts the machine: the simulated kernel loses the tickets of processes.
  public func restart() {
    if ServedKeychain.isRemote { RemoteKeychain.restart(folder.path) } else { custody.clear() }
  }
}
