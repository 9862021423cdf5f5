import Glibc
import Keychain
import KeychainModel
public import LatchkeyAdministration
public import LockTestSupport
import Security
import TestSupport

/// A keychain under test: in this process, or in another one.
///
/// The environment variable `LATCHKEY_TEST_SERVICE` chooses: `remote` for the other process.
public struct ServedKeychain: Sendable {
  /// Whether the keychains under test are in another process.
  public static let isRemote =
    getenv("LATCHKEY_TEST_SERVICE").map { String(cString: $0) } == "remote"

  private let service: any KeychainService
  private let location: StoreLocation
  private let trustSettings: TrustSettingsStore

  /// How long each call may wait for other programs; nil for 30 seconds.
  public var timeLimit: Duration?

  /// A keychain in a folder.
  ///
  /// - Parameters:
  ///   - home: The folder of its files.
  ///   - adminDirectory: The folder of the administrator's trust settings; nil for the usual one.
  ///   - clock: Says what time it is; nil for the clock of the system.
  ///   - machine: Whose kernel keeps what processes leave to each other; nil for this one.
  ///   - postsNotifications: Whether commits post notifications, as those of the standard keychain do. A keychain in
  ///     another process posts none.
  ///   - onCommit: Called after each commit, on the thread that made it. A keychain in another process calls nothing.
  public init(
    home: String, adminDirectory: String? = nil, clock: TestKeychainClock? = nil,
    machine: TestMachine? = nil, postsNotifications: Bool = false,
    onCommit: @escaping @Sendable (KeychainCommit) -> Void = { _ in }
  ) {
    var location = StoreLocation(home: home)
    if let adminDirectory { location.adminDirectory = adminDirectory }
    self.location = location
    trustSettings = TrustSettingsStore(location, clock: clock ?? SystemClock())
    if Self.isRemote {
      service = RemoteKeychain(
        Envelope.Place(
          home: location.dataDirectory, adminDirectory: location.adminDirectory,
          machine: machine?.folder.path, hasClock: clock != nil), clock: clock)
    } else {
      let local = LocalKeychain(
        location, clock: clock ?? SystemClock(), locking: machine?.context() ?? .system
      ) { change in
        if postsNotifications { ChangeNotifications.post(change) }
        onCommit(KeychainCommit(change))
      }
      service = local
    }
  }

  private func client(as program: TestProgram) -> KeychainClient {
    KeychainClient(
      service, Peer(program.caller), at: location, trustSettings, timeLimit: timeLimit)
  }

  /// The keychain as a person uses it, who sees every item.
  var client: KeychainClient { client(as: .tool) }

  /// Runs code that calls the functions of `Security` and `LocalAuthentication` on this keychain.
  ///
  /// - Parameters:
  ///   - program: The program that calls them.
  ///   - asksNobody: Whether no person may be asked for anything.
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

  /// Closes the files of the keychain, as the end of its process does.
  public func close() { client.close() }

  /// The persistent references of the identities with a key, for a program that asks for nothing but names. It needs no
  /// proof.
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
  /// The keychain as a new process has it, which may be another one than that of the test.
  public func served() -> ServedKeychain { ServedKeychain(home: folder.path, machine: self) }

  /// The machine is started anew: the kernel has lost what processes left there.
  public func restart() {
    if ServedKeychain.isRemote { RemoteKeychain.restart(folder.path) } else { custody.clear() }
  }
}
