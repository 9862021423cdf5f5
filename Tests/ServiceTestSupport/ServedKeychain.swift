import Glibc
import Keychain
import KeychainFiles
import KeychainModel
public import LatchkeyAdministration
public import LockTestSupport
import Security
import TestSupport

/// A keychain under test. It is in the test process, in the process `keychain-server`, or in a process `keychaind`.
///
/// The environment variable `LATCHKEY_TEST_SERVICE` selects the process of all keychains under test: `remote` for
/// `keychain-server`, `keychaind` for `keychaind`, which requires root. If `LATCHKEY_TEST_KEYCHAINS` is 2, their search
/// lists also contain an empty keychain.
public struct ServedKeychain: Sendable {
  private enum Process {
    case test
    case server
    case keychaind
  }

  private static let process: Process =
    switch getenv("LATCHKEY_TEST_SERVICE").map({ String(cString: $0) }) {
    case nil: .test
    case "remote": .server
    case "keychaind" where geteuid() == 0: .keychaind
    case "keychaind": preconditionFailure("LATCHKEY_TEST_SERVICE=keychaind requires root")
    case let name?: preconditionFailure("LATCHKEY_TEST_SERVICE has the unknown value \(name)")
    }

  /// Whether the keychains under test are in another process.
  public static let isRemote = process != .test

  /// Whether the keychains under test are in `keychaind`, which recognises the programs of the tests by their manifests.
  public static let isInKeychaind = process == .keychaind

  /// Whether the search list of each keychain under test also contains a second, empty keychain.
  private static let hasSecondKeychain =
    getenv("LATCHKEY_TEST_KEYCHAINS").map { String(cString: $0) } == "2"

  private let service: KeychainSearchList
  private let location: StoreLocation
  private let trustSettings: TrustSettingsStore
  private let onChange: @Sendable (KeychainChange) -> Void

  /// The folder with the files of the keychain.
  public let files: KeychainFolder

  /// The longest time that a call may wait for other programs; nil for 30 seconds.
  public var timeLimit: Duration?

  /// Creates a keychain in a folder.
  ///
  /// - Parameters:
  ///   - home: The folder of the keychain's files.
  ///   - adminDirectory: The folder of the administrator's trust settings; nil for the default folder.
  ///   - clock: The clock of the keychain; nil for the system clock.
  ///   - machine: The machine whose simulated kernel keeps the tickets; nil for the real machine.
  ///   - postsNotifications: Whether commits post notifications. Commits of the standard keychain post notifications.
  ///   - onCommit: Called after each commit, on the thread of the commit.
  public init(
    home: String, adminDirectory: String? = nil, clock: TestKeychainClock? = nil,
    machine: TestMachine? = nil, postsNotifications: Bool = false,
    onCommit: @escaping @Sendable (KeychainCommit) -> Void = { _ in }
  ) {
    var location = StoreLocation(home: home)
    location.adminDirectory = adminDirectory ?? "\(home)/admin"
    location.systemKeychainPath = "\(home)/admin/System.keychain"
    location.givenHomeDirectory = "\(home)/person"
    self.location = location
    trustSettings = TrustSettingsStore(location, clock: clock ?? SystemClock())
    onChange = { change in
      if postsNotifications { ChangeNotifications.post(change) }
      onCommit(KeychainCommit(change))
    }
    let login: any KeychainService =
      switch Self.process {
      case .test: LocalKeychain(location, clock: clock ?? SystemClock(), locking: machine?.context() ?? .system)
      case .server:
        RemoteKeychain(
          Envelope.Place(
            home: location.dataDirectory, adminDirectory: location.adminDirectory,
            machine: machine?.folder.path, hasClock: clock != nil), clock: clock)
      case .keychaind: KeychaindKeychain(location.dataDirectory, clock: clock)
      }
    files = Self.isInKeychaind ? KeychaindProcess.files(home) : KeychainFolder(path: home, owner: geteuid())
    // The other keychains are always in the test process.
    let context = machine?.context() ?? TestMachine.context(MemoryCustody(), TestMachineClock())
    service = KeychainSearchList(login, at: location, context: context, clock: clock ?? SystemClock())
    for program in [TestProgram.withoutEntitlements, .tool] { prepare(for: program) }
    if Self.hasSecondKeychain { addSecondKeychain() }
  }

  /// Prepares the calls of a program. The preparation makes the first call of the program faster.
  public func prepare(for program: TestProgram) {
    // A failure is the failure of the first call.
    try? (service.login as? KeychaindKeychain)?.prepare(for: program.caller)
  }

  private func addSecondKeychain() {
    let path = Array("\(location.keychainsDirectory)/second.keychain-db".utf8)
    do {
      if try FileStatus.of(path: path) == nil { _ = try service.create(path, password: nil) }
      try service.domains.set([.login, .file(path)], of: .user)
    } catch { preconditionFailure("the second keychain cannot be made: \(error)") }
  }

  func client(as program: TestProgram) -> KeychainClient {
    KeychainClient(
      service, Peer(program.caller), at: location, trustSettings, timeLimit: timeLimit, onChange: onChange)
  }

  /// The client with the access of the `security` tool, which sees every item.
  var client: KeychainClient { client(as: .tool) }

  /// Runs `body`. The functions of `Security` and `LocalAuthentication` that `body` calls use this keychain.
  ///
  /// - Parameters:
  ///   - program: The program that makes the calls.
  ///   - asksNobody: Whether the calls must not ask a person for a password.
  public func perform<Result>(
    as program: TestProgram, asksNobody: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    let client = client(as: program)
    let context =
      asksNobody ? KeychainContext(client, mayAsk: { false }) : KeychainContext(client)
    return try KeychainContext.$current.withValue(context, operation: body)
  }

  /// The administration interface of this keychain.
  public var administration: KeychainAdministration {
    KeychainAdministration(location, client)
  }

  /// The administration interface of a person who proves the passcode of the keychain. `keychaind` requires this proof for
  /// requests about the items of all programs.
  public func administration(proving text: String) throws -> KeychainAdministration {
    let administration = administration
    try administration.authenticate(with: KeychainPasscode(text))
    return administration
  }

  /// Sets the passcode of a keychain that has none.
  public func setPasscode(_ passcode: String) throws {
    try administration.setPasscode(KeychainPasscode(passcode))
  }

  /// Removes the passcode of the keychain.
  public func removePasscode(_ passcode: String) throws {
    try administration.removePasscode(KeychainPasscode(passcode))
  }

  /// Unlocks the keychain with a passcode.
  public func unlock(_ passcode: String) throws {
    try administration.unlock(KeychainPasscode(passcode))
  }

  /// Locks the keychain.
  public func lock() throws { try administration.lock() }

  /// Closes the files of the keychain, as the end of a process does.
  public func close() { client.close() }

  /// Returns the persistent references of the identities whose public key has the hash `publicKeyHash`.
  ///
  /// The search requests no attributes and no secrets, so the search requires no proof.
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
  /// Returns a service that opens the keychain of this machine anew. With `isRemote`, the service runs in another
  /// process.
  public func served() -> ServedKeychain { ServedKeychain(home: folder.path, machine: self) }

  /// Simulates a restart of the machine: its simulated kernel loses all tickets.
  public func restart() {
    if ServedKeychain.isInKeychaind {
      KeychaindProcess.kill(folder.path)
    } else if ServedKeychain.isRemote {
      RemoteKeychain.restart(folder.path)
    } else {
      custody.clear()
    }
  }
}
