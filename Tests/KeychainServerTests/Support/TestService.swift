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
  /// The names of accounts: `user-N` and `group-N` for every number, except for the users without an account.
  static let accounts = UserAccounts(
    userNumber: { UInt32($0.dropFirst("user-".count)) },
    userName: { $0 == withoutAccount ? nil : "user-\($0)" },
    groupNumber: { UInt32($0.dropFirst("group-".count)) },
    groupName: { $0 == applicationGroup ? "lk-app-test" : "group-\($0)" })
  static let withoutAccount: UInt32 = 54321
  static let applicationGroup: UInt32 = 40999
  static let user: UInt32 = 12345

  let folder: TemporaryDirectory
  let machine: TestMachine
  let limits: ServerLimits
  /// The tickets of the server that runs.
  let tickets = ForkSafeMutex(MemoryTickets())
  private let running = ForkSafeMutex<Running?>(nil)
  /// A second descriptor of the listening socket, which stays open during a restart of the server.
  private let listener: Int32

  private struct Running: Sendable {
    let server: PacketServer
    let ended: KeychainFiles.Semaphore
  }

  /// - Parameter filter: Restricts the system calls of the thread of the server, and of the threads that it starts.
  init(limits: ServerLimits = ServerLimits(), filter: (@Sendable () -> Void)? = nil) throws {
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    machine = try TestMachine()
    self.limits = limits
    for name in ["etc", "etc/apps", "share", "state"] { mkdir(folder(name), name == "state" ? 0o700 : 0o755) }
    listener = lk_socket_listen(folder("socket"), 64, 0o666)
    guard listener >= 0 else { throw TestFailure(reason: "no socket") }
    try start(filter)
  }

  deinit {
    stop()
    close(listener)
  }

  var paths: ManifestCatalogue.Paths {
    var paths = ManifestCatalogue.Paths()
    paths.folders = [folder("share"), folder("etc/apps")]
    paths.groupsFolder = folder("etc")
    paths.trust = trust
    return paths
  }

  var trust: RootOwnedFolder.Trust { RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path) }

  /// Starts the server on the same socket.
  ///
  /// - Parameter tickets: The tickets that an earlier server handed over.
  func start(_ filter: (@Sendable () -> Void)? = nil, tickets: MemoryTickets = MemoryTickets()) throws {
    self.tickets.withLock { $0 = tickets }
    let context = UnlockContext(
      authority: tickets, cache: KeyCache(), clock: SystemBootClock(), cost: machine.context().cost)
    let keychains = ServedKeychains(folder("state"), accounts: Self.accounts, context: context)
    let server = try PacketServer(
      [PacketServer.Listener(fcntl(listener, F_DUPFD_CLOEXEC, 0))],
      ClientRecognition(ManifestCatalogue(paths, accounts: Self.accounts), accounts: Self.accounts), keychains,
      limits: limits)
    let ended = Semaphore()
    guard
      ServerThread.start({
        filter?()
        server.run()
        keychains.close()
        ended.signal()
      })
    else { throw TestFailure(reason: "no thread") }
    running.withLock { $0 = Running(server: server, ended: ended) }
  }

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

  // MARK: Clients

  var configuration: ServiceConfiguration { ServiceConfiguration(socketPath: folder("socket"), user: geteuid()) }

  /// A client in the process of the test.
  func keychain() -> RemoteKeychain { RemoteKeychain(configuration, trust: trust) }

  /// A connection that says only what the test sends.
  func socket() throws -> PacketSocket {
    let descriptor = lk_socket_connect(folder("socket"), 5000)
    guard descriptor >= 0 else { throw TestFailure(reason: "no connection") }
    lk_socket_set_timeout(descriptor, 10_000)
    return PacketSocket(owning: descriptor)
  }

  /// A connection after its handshake.
  func openSocket() throws -> PacketSocket {
    let socket = try socket()
    let hello = Hello(versions: Call.messageVersion...Call.messageVersion).bytes
    _ = try hello.withUnsafeBytes { try socket.send(PacketHeader(.hello, length: $0.count), $0, waits: true) }
    guard try socket.packet(into: PacketBuffer()).header.kind == PacketKind.welcome.rawValue else {
      throw TestFailure(reason: "no welcome")
    }
    return socket
  }

  /// Runs a client in a process of its own. Returns the lines that it prints.
  func run(_ words: String...) throws -> [String] { try run(words) }

  func run(_ words: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = [folder("socket"), folder.path, "\(geteuid())"] + words
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

  static var program: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (own as NSString).deletingLastPathComponent + "/service-client"
  }

  // MARK: Manifests

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
  static func header(_ kind: PacketKind, number: UInt64 = 1, length: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += Array($0) } }
    append(PacketHeader.version)
    append(kind.rawValue)
    append(UInt32(0))
    append(number)
    append(UInt64(length))
    return bytes
  }
}

extension PacketSocket {
  /// The next packet of the other end.
  func packet(into buffer: PacketBuffer) throws -> ReceivedPacket {
    guard let packet = try receive(into: buffer, waits: true) else {
      throw KeychainError(.unexpected, "no packet came in time")
    }
    return packet
  }
}
