import CPlatform
import CTestSupport
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

@testable import KeychainServer

/// Tests of clients that attack the service.
@Suite(.serialized) struct AttackTests {
  /// Sends a packet that may be malformed.
  private func send(
    _ socket: PacketSocket, kind: PacketKind, number: UInt64 = 1, length: Int? = nil, _ body: [UInt8],
    descriptor: Int32 = -1
  ) {
    let header = RawPacket.header(kind, number: number, length: length ?? body.count)
    _ = lk_socket_send(socket.descriptor, header, header.count, body, body.count, descriptor, 1)
  }

  /// Whether the service ends a connection.
  private func ends(_ socket: PacketSocket) -> Bool {
    let buffer = PacketBuffer()
    while true {
      do {
        _ = try socket.packet(into: buffer)
      } catch { return (error as? KeychainError)?.code != .unexpected }
    }
  }

  @Test func malformedPacketsEndTheConnection() throws {
    let service = try TestService()
    let search = try Call(TestItem.search("a")).message()
    let attacks: [(String, (PacketSocket) -> Void)] = [
      ("a length that is too great", { send($0, kind: .call, length: 1 << 40, search) }),
      ("a length that is too small", { send($0, kind: .call, length: 1, search) }),
      ("an empty packet", { _ = lk_socket_send($0.descriptor, search, 0, nil, 0, -1, 1) }),
      ("half a header", { _ = lk_socket_send($0.descriptor, search, 10, nil, 0, -1, 1) }),
      ("a second hello", { send($0, kind: .hello, Hello(versions: 1...1).bytes) }),
      ("a proof that nobody asked for", { send($0, kind: .proof, []) }),
      ("a descriptor that nobody asked for", { send($0, kind: .call, search, descriptor: 0) }),
    ]
    for (name, attack) in attacks {
      let socket = try service.openSocket()
      attack(socket)
      #expect(ends(socket), "\(name)")
    }
    let silent = try service.socket()
    send(silent, kind: .call, search)
    #expect(ends(silent), "a call before the hello")
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .itemNotFound)
  }

  @Test func malformedCallsGetAStatus() throws {
    let service = try TestService()
    let socket = try service.openSocket()
    let buffer = PacketBuffer()
    for body in [[], [1], [1, 0], [UInt8](repeating: 0xFF, count: 1000)] as [[UInt8]] {
      send(socket, kind: .call, number: 9, body)
      let packet = try socket.packet(into: buffer)
      #expect(packet.header.number == 9)
      let answer = try packet.withBody { (body) throws(KeychainError) in try Result<Reply, KeychainError>(message: body)
      }
      guard case .failure = answer else {
        Issue.record("a malformed call succeeded")
        continue
      }
    }
  }

  @Test func manyDescriptorsLeaveNoneOpen() throws {
    let service = try TestService()
    func count() -> Int { TemporaryDirectory.names("/proc/self/fd").count }
    let before = count()
    for _ in 0..<50 {
      let socket = try service.openSocket()
      send(socket, kind: .call, [1], descriptor: 0)
      #expect(ends(socket))
    }
    #expect(holds { count() <= before + 5 })
  }

  /// The kernel names the process that sends a packet.
  @Test func aChildCannotUseTheConnectionOfItsParent() throws {
    let service = try TestService()
    try service.keychain().add("a", [1])
    let socket = try service.openSocket()
    let search = try Call(TestItem.search("a")).message()
    send(socket, kind: .call, search)
    _ = try socket.packet(into: PacketBuffer())
    let packet = RawPacket.header(.call, number: 2, length: search.count) + search
    let child = lk_test_fork(20)
    if child == 0 {
      _ = lk_socket_send(socket.descriptor, packet, packet.count, nil, 0, -1, 1)
      _exit(0)
    }
    #expect(lk_test_wait(child) == 0)
    #expect(ends(socket))
  }

  @Test func aClientThatSaysNothingIsClosed() throws {
    var limits = ServerLimits()
    limits.helloTime = .milliseconds(300)
    let service = try TestService(limits: limits)
    #expect(ends(try service.socket()))
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .itemNotFound)
  }

  @Test func aUserHasALimitedNumberOfConnections() throws {
    var limits = ServerLimits()
    limits.connectionsPerUser = 4
    let service = try TestService(limits: limits)
    let sockets = try (0..<4).map { _ in try service.openSocket() }
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .notAvailable)
    withExtendedLifetime(sockets) {}
  }

  /// How much longer the slowest search of another user takes during an attack, in milliseconds. Other programs of the
  /// machine delay the searches before the attack as well.
  private func delay(_ service: TestService, during attack: @escaping @Sendable () throws -> Void) throws -> Int {
    #expect(try service.run("user", "12345", "add", "victim", "x", "") == ["added"])
    func slowest() throws -> Int {
      let lines = try service.run("user", "12345", "find", "victim", "", "slowest-find", "200")
      return try #require(Int(lines[1]), "\(lines)")
    }
    let before = try slowest()
    let isOver = ForkSafeMutex(false)
    let work = BackgroundWork { while !isOver.withLock({ $0 }) { try attack() } }
    defer { isOver.withLock { $0 = true } }
    usleep(200_000)
    let during = try slowest()
    isOver.withLock { $0 = true }
    try work.end()
    return during - before
  }

  /// The longest permitted delay of another user's search, in milliseconds.
  private static let longestDelay = 50

  @Test(.enabled(if: isRoot)) func connectionsWithoutHelloDelayNobody() throws {
    let service = try TestService()
    let milliseconds = try delay(service) {
      let sockets = (0..<100).compactMap { _ in try? service.socket() }
      withExtendedLifetime(sockets) {}
    }
    #expect(milliseconds < Self.longestDelay)
  }

  @Test(.enabled(if: isRoot)) func aFloodOfCallsDelaysNobody() throws {
    let service = try TestService()
    try service.keychain().add("a", [1])
    let search = try Call(TestItem.search("a")).message()
    let milliseconds = try delay(service) {
      // The attacker never reads a reply.
      let sockets = try (0..<8).map { _ in try service.openSocket() }
      let header = PacketHeader(.call, number: 1, length: search.count)
      for socket in sockets {
        for _ in 0..<500 {
          let outcome = search.withUnsafeBytes { try? socket.send(header, $0, waits: false) }
          guard case .sent = outcome else { break }
        }
      }
      usleep(20_000)
    }
    #expect(milliseconds < Self.longestDelay)
  }

  @Test(.enabled(if: isRoot)) func largeRepliesThatNobodyReceivesDelayNobody() throws {
    var limits = ServerLimits()
    limits.receiveTime = .seconds(1)
    let service = try TestService(limits: limits)
    try service.keychain().add("a", [UInt8](repeating: 1, count: 4 << 20))
    let search = try Call(TestItem.search("a")).message()
    let milliseconds = try delay(service) {
      let sockets = try (0..<8).map { _ in try service.openSocket() }
      for socket in sockets {
        for _ in 0..<20 { send(socket, kind: .call, search) }
      }
      usleep(200_000)
    }
    #expect(milliseconds < Self.longestDelay)
  }
}
