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

/// Tests of clients that keep connections which the service closed, and do not receive what the service sent before. The
/// packets are memory of the service, and may carry its descriptors.
@Suite(.serialized, .enabled(if: isRoot)) struct UnreceivedPacketTests {
  private static let (user, other): (UInt32, UInt32) = (12345, 12346)
  private static let connectionCount = 12

  /// What the client does not receive.
  enum Unreceived: CaseIterable {
    case welcome, memory
  }

  private func service() throws -> TestService {
    var limits = ServerLimits()
    limits.connectionsPerUser = Self.connectionCount
    limits.connectionsOfStrangers = Self.connectionCount
    limits.fillTime = .seconds(1)
    return try TestService(limits: limits)
  }

  private func connect(_ service: TestService, as user: UInt32) throws -> PacketSocket {
    let descriptor = lk_test_connect_as(user, service.folder("socket"))
    guard descriptor >= 0 else { throw TestFailure(reason: "no connection: \(errno)") }
    lk_socket_set_timeout(descriptor, 10_000)
    return PacketSocket(owning: descriptor)
  }

  private func send(_ socket: PacketSocket, _ kind: PacketKind, _ body: [UInt8]) {
    _ = try? body.withUnsafeBytes { try socket.send(PacketHeader(kind, length: $0.count), $0, waits: true) }
  }

  private var hello: [UInt8] { Hello(versions: Call.messageVersion...Call.messageVersion).bytes }

  /// Whether the other end has ended the connection. Unread packets may be left.
  private func isEnded(_ socket: PacketSocket) -> Bool {
    var state = pollfd(fd: socket.descriptor, events: 0, revents: 0)
    return Glibc.poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
  }

  private func hasUnread(_ socket: PacketSocket) -> Bool { lk_socket_has_packet(socket.descriptor) == 1 }

  /// Lets the service send a packet, and then lets it close the connection.
  ///
  /// - Returns: Whether the packet is in the queue of the client.
  private func leave(_ unreceived: Unreceived, in socket: PacketSocket) throws -> Bool {
    send(socket, .hello, hello)
    if unreceived == .memory {
      guard (try? socket.packet(into: PacketBuffer()))?.header.kind == PacketKind.welcome.rawValue else { return false }
      send(socket, .memoryRequest, MemoryRequest(byteCount: 1 << 20).bytes)
    }
    #expect(holds { socket.hasPacket })
    guard hasUnread(socket) else { return false }
    send(socket, .proof, [])
    #expect(holds { isEnded(socket) })
    return hasUnread(socket)
  }

  @Test(arguments: Unreceived.allCases)
  func closedConnectionsCountUntilTheirPacketsAreReceived(_ unreceived: Unreceived) throws {
    let service = try service()
    for user in [Self.user, Self.other] {
      #expect(try service.run("user", "\(user)", "add", "a", "x", "") == ["added"])
    }
    #expect(holds { service.connectionCount == 0 })
    var sockets: [PacketSocket] = []
    var leftCount = 0
    for _ in 0..<200 {
      let socket = try connect(service, as: Self.user)
      if try leave(unreceived, in: socket) { leftCount += 1 }
      sockets.append(socket)
    }
    #expect(leftCount == Self.connectionCount)
    #expect(service.closedConnectionCount == Self.connectionCount)
    #expect(try service.run("user", "\(Self.user)", "find", "a", "").first?.hasPrefix("-25291") == true)
    #expect(try service.run("user", "\(Self.other)", "find", "a", "") == ["x"])
    // One connection is free as soon as its packets are received, also before the next inspection.
    let first = try #require(sockets.first)
    while hasUnread(first) { _ = try first.packet(into: PacketBuffer()) }
    #expect(try service.run("user", "\(Self.user)", "find", "a", "") == ["x"])
    sockets = []
    #expect(holds { service.closedConnectionCount == 0 })
    #expect(try service.run("user", "\(Self.user)", "find", "a", "") == ["x"])
  }

  /// A connection with unread packets does not lose its place, because the packets would stay.
  @Test func openConnectionsWithUnreadPacketsAreNotReplaced() throws {
    let service = try service()
    #expect(try service.run("user", "\(Self.user)", "add", "a", "x", "") == ["added"])
    #expect(holds { service.connectionCount == 0 })
    var sockets: [PacketSocket] = []
    for _ in 0..<100 {
      let socket = try connect(service, as: Self.user)
      send(socket, .hello, hello)
      #expect(holds { socket.hasPacket })
      sockets.append(socket)
    }
    #expect(sockets.count(where: hasUnread) == Self.connectionCount)
    #expect(service.connectionCount + service.closedConnectionCount == Self.connectionCount)
  }

  /// The service also closes a connection because of a deadline.
  @Test func aConnectionThatTakesTooLongCountsUntilItsPacketsAreReceived() throws {
    let service = try service()
    let sockets = try (0..<4).map { _ in try connect(service, as: 0) }
    for socket in sockets {
      send(socket, .hello, hello)
      _ = try socket.packet(into: PacketBuffer())
    }
    // One process has one file to fill.
    send(sockets[0], .memoryRequest, MemoryRequest(byteCount: 1 << 20).bytes)
    #expect(holds { hasUnread(sockets[0]) })
    #expect(holds { isEnded(sockets[0]) })
    #expect(holds { service.closedConnectionCount == 1 })
    #expect(!sockets[1...].contains(where: isEnded))
    _ = try sockets[0].packet(into: PacketBuffer())
    #expect(holds { service.closedConnectionCount == 0 })
  }

  /// A user without an account cannot keep many refusals. Then the refusals are not sent, and another user of the same
  /// group is served.
  @Test func usersWithoutAnAccountKeepFewRefusals() throws {
    let service = try service()
    var sockets: [PacketSocket] = []
    for _ in 0..<50 {
      let socket = try connect(service, as: TestService.withoutAccount)
      send(socket, .hello, hello)
      #expect(holds { isEnded(socket) })
      sockets.append(socket)
    }
    let keptCount = sockets.count(where: hasUnread)
    #expect((1...Self.connectionCount / 2).contains(keptCount))
    #expect(holds { service.closedConnectionCount == keptCount })
    // This user has no keychain yet.
    #expect(try service.run("user", "\(Self.other)", "add", "a", "x", "") == ["added"])
    sockets = []
    #expect(holds { service.closedConnectionCount == 0 })
  }

  @Test func aServiceThatStopsKeepsNoClosedConnection() throws {
    let service = try service()
    let sockets = try (0..<4).map { _ in
      let socket = try connect(service, as: 0)
      #expect(try leave(.welcome, in: socket))
      return socket
    }
    let files = TemporaryDirectory.names("/proc/self/fd").count
    #expect(service.closedConnectionCount == 4)
    service.stop()
    #expect(TemporaryDirectory.names("/proc/self/fd").count <= files - 4)
    withExtendedLifetime(sockets) {}
  }
}
