import CPlatform
import CTestSupport
import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import TestSupport
import Testing

@testable import KeychainServer

/// Tests of the limits of connections.
@Suite(.serialized) struct ConnectionLimitTests {
  // MARK: Logins

  /// One login runs, one waits, and a third one is refused at once.
  @Test func aUserHasFewLogins() throws {
    let load = UserLoad(1, ServerLimits(), MemoryPool(limit: 1 << 20))
    let (begun, goesOn, ended) = (KeychainFiles.Semaphore(), KeychainFiles.Semaphore(), KeychainFiles.Semaphore())
    let deadline = Deadline.after(.seconds(20))
    for _ in 0..<2 {
      _ = DetachedThread.start {
        do throws(KeychainError) {
          try load.loggingIn(until: deadline) {
            begun.signal()
            _ = goesOn.wait(until: deadline)
          }
        } catch { Issue.record(error) }
        ended.signal()
      }
    }
    #expect(begun.wait(until: deadline))
    #expect(!load.isIdle)
    while deadline.remaining > .zero, load.loginCount != 2 { usleep(1000) }
    #expect(throws: KeychainError.self) { try load.loggingIn(until: deadline) {} }
    // Another user is not affected.
    try UserLoad(2, ServerLimits(), MemoryPool(limit: 1 << 20)).loggingIn(until: deadline) {}
    for _ in 0..<2 { goesOn.signal() }
    for _ in 0..<2 { #expect(ended.wait(until: deadline)) }
    #expect(load.isIdle)
    try load.loggingIn(until: deadline) {}
  }

  // MARK: Parked connections

  /// A connection without a client, for tests of what a user uses.
  private func connection(_ number: UInt64, _ load: UserLoad, _ limits: ServerLimits) throws -> ClientConnection {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else {
      throw TestFailure(reason: "no sockets")
    }
    close(ends[1])
    let process = try PeerProcess(at: ends[0])
    return ClientConnection(number, PacketSocket(owning: ends[0]), process, socketName: nil, load, poll: -1, limits)
  }

  @Test func aParkedConnectionThatClosesPassesItsTurnOn() throws {
    var limits = ServerLimits()
    limits.requestsPerUser = 1
    let load = UserLoad(1, limits, MemoryPool(limit: 1 << 20))
    let connections = try (1...3).map { try connection($0, load, limits) }
    for connection in connections { _ = load.connect(connection) }
    #expect(load.beginRequest(connections[0]))
    #expect(!load.beginRequest(connections[1]))
    #expect(!load.beginRequest(connections[2]))
    // The request ends, and the connection whose turn it is closes before it continues.
    #expect(load.endRequest().map(\.identifier) == [2])
    _ = connections[1].close()
    #expect(load.disconnect(connections[1]).map(\.identifier) == [3])
  }

  @Test func aClosedConnectionIsNotParked() throws {
    var limits = ServerLimits()
    limits.requestsPerUser = 1
    let load = UserLoad(1, limits, MemoryPool(limit: 1 << 20))
    let connections = try (1...3).map { try connection($0, load, limits) }
    #expect(load.beginRequest(connections[0]))
    // A thread has an event of a connection, which another thread closes meanwhile.
    _ = connections[1].close()
    #expect(load.disconnect(connections[1]).isEmpty)
    #expect(!load.beginRequest(connections[1]))
    #expect(!load.beginRequest(connections[2]))
    #expect(load.endRequest().map(\.identifier) == [3])
  }

  // MARK: Connections of one user

  /// Whether the service ended a connection. The connection has no unread packets.
  private func isEnded(_ socket: PacketSocket) -> Bool { socket.hasPacket }

  /// Subscribes a connection, and makes a call. The service answers the call after it has noted the subscription.
  private func subscribe(_ socket: PacketSocket) throws {
    _ = try socket.send(PacketHeader(.subscribe, length: 0), UnsafeRawBufferPointer(start: nil, count: 0), waits: true)
    let call = try Call(TestItem.search("a")).message()
    _ = try call.withUnsafeBytes {
      try socket.send(PacketHeader(.call, number: 1, length: $0.count), $0, waits: true)
    }
    #expect(try socket.packet(into: PacketBuffer()).header.kind == PacketKind.reply.rawValue)
  }

  @Test func aNewConnectionReplacesTheOneThatWasUnusedForTheLongestTime() throws {
    var limits = ServerLimits()
    limits.connectionsPerUser = 4
    let service = try TestService(limits: limits)
    let client = service.keychain()
    try client.add("a", [1])
    let sockets = try (0..<3).map { _ in try service.openSocket() }
    #expect(try client.secret("a") == [1])
    let further = try service.openSocket()
    #expect(holds { isEnded(sockets[0]) })
    #expect(!isEnded(sockets[1]) && !isEnded(sockets[2]) && !isEnded(further))
    // A client connects again without an error.
    let others = try (0..<4).map { _ in try service.openSocket() }
    #expect(try client.secret("a") == [1])
    withExtendedLifetime(others) {}
  }

  @Test func connectionsInUseAreNotReplaced() throws {
    var limits = ServerLimits()
    limits.connectionsPerUser = 3
    let service = try TestService(limits: limits)
    let prover = service.keychain()
    let correct = try passcode("correct")
    try prover.add("a", [1])
    _ = try prover.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let proof = try prover.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
    let subscriber = try service.openSocket()
    try subscribe(subscriber)
    let unused = try service.openSocket()
    // Each further connection replaces the unused one.
    for _ in 0..<3 { #expect(try service.keychain().secret("a") == [1]) }
    #expect(holds { isEnded(unused) })
    #expect(!isEnded(subscriber))
    _ = try prover.send(Call(.exportDeviceKey, person: proof), from: TestItem.peer)
    let third = try service.openSocket()
    try subscribe(third)
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .notAvailable)
    withExtendedLifetime(third) {}
  }

  @Test func aProcessWithManyConnectionsLosesThemFirst() throws {
    var limits = ServerLimits()
    limits.connectionsPerUser = 6
    limits.connectionsPerProcess = 3
    let service = try TestService(limits: limits)
    #expect(try service.run("add", "victim", "x", "") == ["added"])
    let sockets = try (0..<6).map { _ in try service.openSocket() }
    for socket in sockets { try subscribe(socket) }
    #expect(try service.run("find", "victim", "") == ["x"])
    #expect(holds { isEnded(sockets[5]) })
    #expect(!sockets[..<5].contains(where: isEnded))
  }

  // MARK: Connections of many users

  @Test(.enabled(if: isRoot)) func usersWithoutAccountsCannotUseTheConnectionsUp() throws {
    var limits = ServerLimits()
    limits.connections = 60
    limits.connectionsOfStrangers = 20
    let service = try TestService(limits: limits)
    #expect(try service.run("user", "12345", "add", "victim", "x", "") == ["added"])
    // One person has many user numbers, for example those of /etc/subuid.
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for number in 0..<300 {
      let descriptor = lk_test_connect_as(UInt32(600_000 + number / 4), service.folder("socket"))
      try #require(descriptor >= 0)
      descriptors.append(descriptor)
    }
    #expect(try service.run("user", "12345", "find", "victim", "") == ["x"])
    // A user who never used the service is served, too.
    #expect(try service.run("user", "12346", "add", "victim", "y", "", "find", "victim", "") == ["added", "y"])
    #expect(service.connectionCount <= 30)
  }

  @Test(.enabled(if: isRoot)) func theUserWithTheMostConnectionsLosesOne() throws {
    var limits = ServerLimits()
    limits.connections = 10
    let service = try TestService(limits: limits)
    #expect(try service.run("user", "12345", "add", "victim", "x", "") == ["added"])
    try service.keychain().add("a", [1])
    let sockets = try (0..<10).map { _ in try service.openSocket() }
    for socket in sockets { try subscribe(socket) }
    #expect(try service.run("user", "12345", "find", "victim", "") == ["x"])
    #expect(holds { isEnded(sockets[9]) })
    #expect(!isEnded(sockets[0]))
  }

  // MARK: Descriptors

  /// Connections that use all descriptors take the places of each other. The service does not try to accept without a
  /// pause.
  @Test(.enabled(if: isRoot)) func aServiceWithoutDescriptorsServesOthers() throws {
    let daemon = try TestDaemon(descriptorCount: 64)
    let keychain = daemon.keychain()
    try keychain.add("a", [1])
    let descriptors = (0..<200).map { _ in lk_socket_connect(daemon.folder("socket"), 1000) }
    defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
    // The user 1 has an account on every machine.
    let other = PacketSocket(owning: lk_test_connect_as(1, daemon.folder("socket")))
    lk_socket_set_timeout(other.descriptor, 10_000)
    let hello = Hello(versions: Call.messageVersion...Call.messageVersion).bytes
    _ = try hello.withUnsafeBytes { try other.send(PacketHeader(.hello, length: $0.count), $0, waits: true) }
    #expect(try other.packet(into: PacketBuffer()).header.kind == PacketKind.welcome.rawValue)
    let before = try daemon.computingTime()
    sleep(1)
    #expect(try daemon.computingTime() - before < 0.3)
  }

  /// Nobody learns otherwise that a restart locks the keychains.
  @Test func theLogSaysThatTheUnlockedKeysWereNotHandedOver() throws {
    let folder = try TemporaryDirectory()
    let log = open(folder("log"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(log) }
    let daemon = try TestDaemon(
      environment: ["NOTIFY_SOCKET=\(folder("nobody"))", "LATCHKEY_LOG=stderr:notice"], errors: log)
    let keychain = daemon.keychain()
    try keychain.add("a", [1])
    _ = try keychain.send(Call(.changePasscode(from: nil, to: try passcode("correct"))), from: TestItem.peer)
    #expect(try keychain.secret("a") == [1])
    daemon.end(SIGTERM)
    let text = try String(contentsOfFile: folder("log"), encoding: .utf8)
    #expect(text.contains("the unlocked keys are not handed over"), "\(text)")
  }
}
