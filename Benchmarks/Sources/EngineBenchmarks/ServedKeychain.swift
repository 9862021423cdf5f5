import CPlatform
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainServer
import KeychainTransport
import Vault

/// A keychain in `keychaind`, or the same keychain in the process of its user. No public function selects the socket and
/// the folder of the service.
public final class ServedKeychain {
  private let service: any KeychainService
  private let client: KeychainClient
  private static let caller = Caller(accessGroups: ["login"])

  /// Uses the keychain of this user in a service whose socket is in a folder.
  public init(servedIn folder: String, owner: UInt32) {
    service = RemoteKeychain(
      ServiceConfiguration(socketPath: folder + "/socket", user: owner),
      trust: RootOwnedFolder.Trust(owner: owner, anchor: folder))
    client = .ofService(service, at: StoreLocation(home: folder + "/client"), as: Self.caller)
  }

  /// Uses a keychain in this process.
  public init(home: String) {
    let keychain = LocalKeychain(StoreLocation(home: home))
    service = keychain
    client = KeychainClient(keychain, as: Self.caller)
  }

  /// Serves keychains in a folder until standard input ends. Writes a line to standard output when clients can connect.
  public static func serve(in folder: String) throws {
    let descriptor = lk_socket_listen(folder + "/socket", 1024, 0o666)
    guard descriptor >= 0 else { throw KeychainError(.notAvailable, "no socket can be made in \(folder)") }
    // The machine has no accounts with the numbers of the clients.
    let accounts = UserAccounts(
      userNumber: { UInt32($0) }, userName: { "\($0)" }, groupNumber: { UInt32($0) }, groupName: { "\($0)" })
    var paths = ManifestCatalogue.Paths()
    paths.folders = []
    paths.groupsFolder = folder
    paths.trust = RootOwnedFolder.Trust(owner: geteuid(), anchor: folder)
    let server = try PacketServer(
      [PacketServer.Listener(descriptor)],
      ClientRecognition(ManifestCatalogue(paths, accounts: accounts), accounts: accounts),
      ServedKeychains(folder + "/state", accounts: accounts))
    guard DetachedThread.start({ server.run() }) else { throw KeychainError(.notAvailable, "no thread can be made") }
    print("ready")
    fflush(nil)
    while readLine() != nil {}
  }

  /// Adds an item.
  public func add(_ index: Int) throws {
    let secret = [UInt8](repeating: 42, count: 32)
    _ = try client.perform(.add(AddRequest(.genericPassword, attributes: Self.attributes(index), secret: secret)))
  }

  /// A search that is built before the measurement.
  public struct Query {
    fileprivate let request: ItemRequest
  }

  /// Builds a search for one item.
  public func query(_ index: Int) -> Query {
    let query = ItemQuery(.genericPassword, attributes: Self.attributes(index))
    return Query(request: .search(SearchRequest(query, contents: [.secret])))
  }

  /// Finds one item, with its secret.
  public func find(_ query: Query) throws {
    guard try client.perform(query.request).count == 1 else {
      throw KeychainError(.unexpected, "the item was not found")
    }
  }

  /// Makes a call for which the service does no work: the client closes a proof that does not exist.
  public func makeEmptyCall() throws {
    _ = try service.send(Call(.closeProof(Handle(RowIdentifier(high: 1, low: 1)))), from: Peer(Self.caller))
  }

  private static func attributes(_ index: Int) -> AttributeSet {
    AttributeSet([
      .service: .string("service"), .account: .string("account \(index)"), .accessGroup: .string("login"),
    ])
  }
}
