import CPlatform
import Foundation
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import PropertyLists
import TestSupport
import Vault

@testable import KeychainServer

/// A service in the process of the test, with a socket, keychains and manifests in the folder of the test.
final class TestService: Sendable {
  /// The names of accounts: `user-N` and `group-N` for every number, except for the users without an account, and for the
  /// groups of applications.
  static let accounts = accounts { $0 == withoutAccount ? nil : "user-\($0)" }

  private static func accounts(_ userName: @escaping @Sendable (UInt32) -> String?) -> UserAccounts {
    UserAccounts(
      userNumber: { UInt32($0.dropFirst("user-".count)) }, userName: userName,
      groupNumber: { UInt32($0.split(separator: "-").last ?? "") },
      groupName: { applicationGroups.contains($0) ? "lk-app-\($0)" : "group-\($0)" })
  }

  static let withoutAccount: UInt32 = 54321
  private static let applicationGroups: ClosedRange<UInt32> = 40000...40999
  /// A group of an application without a manifest.
  static let applicationGroup: UInt32 = 40999
  static let user: UInt32 = 12345

  let folder: TemporaryDirectory
  let machine: TestMachine
  let limits: ServerLimits
  /// The names of users that differ from `accounts`; nil for a user without an account.
  let names = ForkSafeMutex<[UInt32: String?]>([:])
  /// The names of the sockets for one application each. The sockets are in a folder that only root can enter.
  private let applicationSockets: [String]
  private let idleTime: Duration
  /// The tickets of the server that runs.
  let tickets = ForkSafeMutex(MemoryTickets())
  private let running = ForkSafeMutex<Running?>(nil)
  private let logged = ForkSafeMutex<[RefusalLog.Entry]>([])
  /// A second descriptor of the listening socket, which stays open during a restart of the server.
  let listener: Int32
  private let applicationListeners: [Int32]

  private struct Running: Sendable {
    let server: PacketServer
    let keychains: ServedKeychains
    let cache: KeyCache
    let ended: KeychainFiles.Semaphore
  }

  /// - Parameters:
  ///   - sockets: The names of sockets for one application each.
  ///   - idleTime: The time after which a keychain without clients is closed.
  ///   - filter: Restricts the system calls of the thread of the server, and of the threads that it starts.
  init(
    limits: ServerLimits = ServerLimits(), sockets: [String] = [], idleTime: Duration = .seconds(60),
    filter: (@Sendable () -> Void)? = nil
  ) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    applicationSockets = sockets
    self.idleTime = idleTime
    chmod(folder.path, 0o755)
    machine = try TestMachine()
    self.limits = limits
    for name in ["etc", "etc/apps", "share", "state"] { mkdir(folder(name), name == "state" ? 0o700 : 0o755) }
    listener = lk_socket_listen(folder("socket"), 64, 0o666)
    mkdir(folder("private"), 0o700)
    applicationListeners = sockets.map { lk_socket_listen(folder("private/\($0)"), 64, 0o666) }
    guard listener >= 0, applicationListeners.allSatisfy({ $0 >= 0 }) else { throw TestFailure(reason: "no socket") }
    try start(filter)
  }

  deinit {
    stop()
    for listener in applicationListeners + [listener] { close(listener) }
  }

  /// The accounts of this service, with its own names of users.
  private var accounts: UserAccounts {
    Self.accounts { [names] user in names.withLock { $0[user] } ?? Self.accounts.name(ofUser: user) }
  }

  var paths: ManifestCatalogue.Paths {
    var paths = ManifestCatalogue.Paths()
    paths.folders = [folder("share"), folder("etc/apps")]
    paths.groupsFolder = folder("etc")
    paths.trust = trust
    paths.accountFiles = [folder("etc/passwd")]
    return paths
  }

  var trust: RootOwnedFolder.Trust { RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path) }

  /// Starts the server on the same socket.
  ///
  /// - Parameter tickets: The tickets that an earlier server handed over.
  func start(_ filter: (@Sendable () -> Void)? = nil, tickets: MemoryTickets = MemoryTickets()) throws {
    self.tickets.withLock { $0 = tickets }
    let cache = KeyCache()
    let context = UnlockContext(
      authority: tickets, cache: cache, clock: SystemBootClock(), cost: machine.context().cost)
    let accounts = accounts
    let keychains = ServedKeychains(folder("state"), accounts: accounts, idleTime: idleTime, context: context)
    var listeners = [PacketServer.Listener(fcntl(listener, F_DUPFD_CLOEXEC, 0))]
    for (name, listener) in zip(applicationSockets, applicationListeners) {
      listeners.append(PacketServer.Listener(fcntl(listener, F_DUPFD_CLOEXEC, 0), name: name))
    }
    let catalogue = ManifestCatalogue(paths, accounts: accounts, checkingEvery: .zero)
    let server = try PacketServer(
      listeners, ClientRecognition(catalogue, accounts: accounts), keychains, limits: limits,
      refusals: RefusalLog(interval: limits.logInterval) { [logged] entry in
        logged.withLock { $0.append(entry) }
      })
    keychains.adopt(tickets)
    let ended = Semaphore()
    guard
      DetachedThread.start({
        filter?()
        server.run()
        keychains.close()
        ended.signal()
      })
    else { throw TestFailure(reason: "no thread") }
    running.withLock { $0 = Running(server: server, keychains: keychains, cache: cache, ended: ended) }
  }

  /// The number of connections that the server has.
  var connectionCount: Int { running.withLock { $0?.server.connections.all.count } ?? 0 }

  /// The number of connections that the server closed, and whose clients have not received everything.
  var closedConnectionCount: Int { running.withLock { $0?.server.connections.closedConnectionCount } ?? 0 }

  /// The keychains of the server that runs.
  var keychains: ServedKeychains? { running.withLock { $0?.keychains } }

  /// Whether keys that locking revokes are in the memory of the server. Makes no call.
  func hasUnlockedKeys(_ vaultID: RowIdentifier) -> Bool {
    tickets.withLock { $0.ticket(.whenUnlocked, of: vaultID) } != nil
      || running.withLock { $0?.cache.keys(of: vaultID)?.validity } != nil
  }

  /// The bytes that the requests of this user use in the server.
  var usedByteCount: Int {
    running.withLock { $0?.server.connections.load(of: geteuid()).memory.byteCount } ?? 0
  }

  /// The number of memory files that the server made for clients, and that are still open.
  var heldFileCount: Int { running.withLock { $0?.server.connections.all.count(where: \.hasMemory) } ?? 0 }

  /// The refusals that the server logged.
  var refusals: [RefusalLog.Entry] { logged.withLock { $0 } }

  /// Ends the server. The socket stays, as with socket activation.
  func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    running.server.stop()
    _ = running.ended.wait(until: .after(.seconds(30)))
  }

  /// Makes the socket as a service manager without `PassCredentials=yes` makes it. The kernel then names no process for a
  /// packet that is sent before the next server starts.
  func forgetSenders() {
    var zero: Int32 = 0
    setsockopt(listener, SOL_SOCKET, SO_PASSCRED, &zero, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Lets clients send descriptors to later connections, as on kernels before 6.16. On other kernels, the client cannot
  /// send them.
  func permitDescriptors() {
    var one: Int32 = 1
    // SO_PASSRIGHTS
    setsockopt(listener, SOL_SOCKET, 83, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: Clients

  var configuration: ServiceConfiguration { ServiceConfiguration(socketPath: folder("socket"), user: geteuid()) }

  /// A client in the process of the test.
  func keychain() -> RemoteKeychain { RemoteKeychain(configuration, trust: trust) }

  /// A client of root that administers the keychain of this user.
  func administered() -> RemoteKeychain {
    RemoteKeychain(configuration, trust: trust, administering: "\(geteuid())")
  }

  /// A client that the service recognises by the socket of one application.
  func keychain(ofSocket name: String) -> RemoteKeychain {
    RemoteKeychain(ServiceConfiguration(socketPath: folder("private/\(name)"), user: geteuid()), trust: trust)
  }

  /// A connection that says only what the test sends.
  func socket() throws -> PacketSocket { try Self.socket(at: folder("socket")) }

  private static func socket(at path: String) throws -> PacketSocket {
    let descriptor = lk_socket_connect(path, 5000)
    guard descriptor >= 0 else { throw TestFailure(reason: "no connection") }
    lk_socket_set_timeout(descriptor, 10_000)
    return PacketSocket(owning: descriptor)
  }

  /// A connection after its handshake.
  func openSocket() throws -> PacketSocket { try Self.openSocket(at: folder("socket")) }

  static func openSocket(at path: String) throws -> PacketSocket {
    let socket = try socket(at: path)
    let hello = Hello(versions: Call.messageVersion...Call.messageVersion).bytes
    _ = try hello.withUnsafeBytes { try socket.send(PacketHeader(.hello, length: $0.count), $0, waits: true) }
    guard try socket.packet(into: PacketBuffer()).header.kind == PacketKind.welcome.rawValue else {
      throw TestFailure(reason: "no welcome")
    }
    return socket
  }

  /// Runs a client in a process of its own. Returns the lines that it prints.
  func run(_ words: String...) throws -> [String] { try run(words) }

  /// - Parameters:
  ///   - socket: The path of the socket; nil for the socket of all programs.
  ///   - wanted: The user whose keychain the client wants; nil if the client does not say it.
  func run(_ words: [String], at socket: String? = nil, keychainOf wanted: String? = nil) throws -> [String] {
    let variables = wanted.map { ["KEYCHAIN_OF=\($0)"] } ?? []
    return try Self.lines(
      "/usr/bin/env", variables + [Self.program, socket ?? folder("socket"), folder.path, "\(geteuid())"] + words)
  }

  /// Runs a script of `attacker.py`. Returns the lines that it prints.
  func attack(_ words: String...) throws -> [String] { try attack(words) }

  func attack(_ words: [String]) throws -> [String] {
    try Self.lines("/usr/bin/python3", ["-I", Self.attacker, folder("socket")] + words)
  }

  /// Runs a program. Returns the lines that it prints.
  static func lines(_ program: String, _ words: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestFailure(reason: "the client ended with status \(process.terminationStatus)")
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  static var attacker: String {
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Attacks/attacker.py"
  }

  static var program: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (own as NSString).deletingLastPathComponent + "/service-client"
  }

  // MARK: Manifests

  /// Gives a user another name, or removes the account.
  func rename(_ user: UInt32, to name: String?) throws {
    names.withLock { $0[user] = .some(name) }
    // The service looks at the file of the accounts, as with /etc/passwd.
    try folder.write(Array("\(user) \(name ?? "")".utf8), to: "etc/passwd", mode: 0o644)
  }

  /// Writes a manifest of the administrator.
  func write(_ manifest: PropertyListValue, for application: String, mode: mode_t = 0o644) throws {
    try folder.write(PropertyListWriter.write(manifest), to: "etc/apps/\(application).plist", mode: mode)
  }

  static func manifest(
    _ application: String, recognisedBy recognizer: [String: PropertyListValue], groups: [String] = [],
    further: [String: PropertyListValue] = [:]
  ) -> PropertyListValue {
    var entries: [String: PropertyListValue] = [
      "application-identifier": .string(application), "recognised-by": .array([.dictionary(recognizer)]),
    ]
    if !groups.isEmpty { entries["keychain-access-groups"] = .array(groups.map { .string($0) }) }
    return .dictionary(entries.merging(further) { $1 })
  }
}

struct TestFailure: Error {
  let reason: String
}

/// Requests of tests.
enum TestItem {
  static let peer = Peer(Caller(accessGroups: []))

  static func attributes(_ account: String, _ group: String? = nil) -> AttributeSet {
    var attributes = AttributeSet([.service: .string("test"), .account: .string(account)])
    if let group { attributes[.accessGroup] = .string(group) }
    return attributes
  }

  static func addition(_ account: String, _ secret: [UInt8], _ group: String? = nil) -> Request {
    .items(.add(AddRequest(.genericPassword, attributes: attributes(account, group), secret: secret)), proof: nil)
  }

  static func search(_ account: String, _ group: String? = nil) -> Request {
    let query = ItemQuery(.genericPassword, attributes: attributes(account, group))
    return .items(.search(SearchRequest(query, contents: [.secret])), proof: nil)
  }
}

extension KeychainService {
  func add(_ account: String, _ secret: [UInt8], _ group: String? = nil) throws {
    _ = try send(Call(TestItem.addition(account, secret, group)), from: TestItem.peer)
  }

  func secret(_ account: String, _ group: String? = nil) throws -> [UInt8]? {
    guard case .items(let items) = try send(Call(TestItem.search(account, group)), from: TestItem.peer) else {
      return nil
    }
    return items.first?.secret
  }
}

/// The bytes of packets that may be malformed.
enum RawPacket {
  static func header(_ kind: PacketKind, number: UInt64 = 1, length: Int, isInMemoryFile: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += Array($0) } }
    append(PacketHeader.version)
    append(kind.rawValue)
    append(UInt32(isInMemoryFile ? 1 : 0))
    append(number)
    append(UInt64(length))
    return bytes
  }
}

extension PacketSocket {
  /// Whether there is a packet, or the end of the connection.
  var hasPacket: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 1
  }

  /// Asks the service for a memory file.
  func memory(_ byteCount: Int, number: UInt64 = 1) throws -> MemoryFile {
    let request = MemoryRequest(byteCount: byteCount).bytes
    _ = try request.withUnsafeBytes {
      try send(PacketHeader(.memoryRequest, number: number, length: $0.count), $0, waits: true)
    }
    return try packet(into: PacketBuffer()).memoryToFill()
  }

  /// Sends a call whose message is in the memory file of the connection.
  func sendCall(in file: MemoryFile, number: UInt64 = 1) throws {
    _ = try send(
      PacketHeader(.call, number: number, length: file.byteCount, isInMemoryFile: true),
      UnsafeRawBufferPointer(start: nil, count: 0), waits: true)
  }

  /// The next reply of the other end, which may come in several packets. Packets of other replies must not come between.
  func reply(into buffer: PacketBuffer = PacketBuffer()) throws -> [UInt8] {
    var reply: CollectedReply?
    while true {
      let packet = try packet(into: buffer)
      let header = packet.header
      let collected = reply ?? CollectedReply(header, keepsBytes: true)
      reply = collected
      let isWhole = try packet.withBody { (body) throws(KeychainError) in try collected.add(header, body) }
      if isWhole { return collected.take() }
    }
  }

  /// The next packet of the other end.
  func packet(into buffer: PacketBuffer) throws -> ReceivedPacket {
    guard let packet = try receive(into: buffer, waits: true) else {
      throw KeychainError(.unexpected, "no packet came in time")
    }
    return packet
  }
}
