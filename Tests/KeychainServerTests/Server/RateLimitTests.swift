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

/// Tests of the numbers of connections and of memory files in a time, and of the turns of users.
@Suite(.serialized) struct RateLimitTests {
  @Test func aBucketPermitsSomeEventsAtOnceAndThenSomeInEachSecond() {
    var bucket = TokenBucket(count: 3, perSecond: 10)
    let tenth: Int64 = 100_000_000
    var now: Int64 = 1_000_000_000_000
    /// Takes events until one is not permitted. Returns whether as many were permitted.
    func takes(_ count: Int) -> Bool {
      var taken = 0
      while bucket.take(at: now) { taken += 1 }
      return taken == count
    }
    #expect(bucket.isFull(at: now))
    #expect(takes(3))
    #expect(!bucket.hasToken(at: now) && takes(0))
    now += tenth - 1
    #expect(takes(0))
    now += 1
    #expect(takes(1))
    now += 2 * tenth
    #expect(takes(2))
    #expect(!bucket.isFull(at: now + 3 * tenth - 1) && bucket.isFull(at: now + 3 * tenth))
    // A long pause permits no more events at once.
    now += 1000 * tenth
    #expect(takes(3))
  }

  // MARK: Turns

  private func arrival(_ user: UInt32) -> ArrivedConnection {
    ArrivedConnection(socket: PacketSocket(accepted: -1), user: user, process: 0, socketName: nil)
  }

  @Test func usersTakeTurnsWithTheirConnections() {
    let arrivals = ConnectionArrivals()
    for index in 0..<100 { #expect(arrivals.add(arrival(1), isKnown: true) == (true, index == 0)) }
    for user: UInt32 in [2, 3] { #expect(arrivals.add(arrival(user), isKnown: true) == (true, false)) }
    // Users whom the service does not know share their turns.
    for user: UInt32 in 10..<20 { _ = arrivals.add(arrival(user), isKnown: false) }
    let users = (0..<6).map { _ in arrivals.next()?.connection.user }
    #expect(users == [1, 2, 3, 10, 1, 11])
    var count = 0
    while let next = arrivals.next() {
      count += 1
      #expect(next.hasMore == (count < 106))
    }
    #expect(count == 106)
    #expect(arrivals.add(arrival(1), isKnown: true) == (true, true))
    arrivals.close()
    #expect(arrivals.next()?.connection == nil)
    #expect(!arrivals.add(arrival(1), isKnown: true).isAdded)
  }

  @Test func fewConnectionsOfAUserWait() {
    let arrivals = ConnectionArrivals()
    #expect((0..<1000).count { _ in arrivals.add(arrival(1), isKnown: true).isAdded } == 256)
    #expect((0..<1000).count { arrivals.add(arrival($0), isKnown: false).isAdded } == 256)
    #expect(arrivals.add(arrival(2), isKnown: true).isAdded)
  }

  // MARK: Connections

  /// The number of new connections that the service admits.
  private func admittedCount(_ service: TestService, _ user: UInt32, of count: Int) throws -> Int {
    let hello = Hello(versions: Call.messageVersion...Call.messageVersion).bytes
    return try (0..<count).count { _ in
      let descriptor = lk_test_connect_as(user, service.folder("socket"))
      guard descriptor >= 0 else { throw TestFailure(reason: "no connection: \(errno)") }
      lk_socket_set_timeout(descriptor, 10_000)
      let socket = PacketSocket(owning: descriptor)
      _ = try? hello.withUnsafeBytes { try socket.send(PacketHeader(.hello, length: $0.count), $0, waits: true) }
      return (try? socket.packet(into: PacketBuffer()).header.kind) == PacketKind.welcome.rawValue
    }
  }

  @Test(.enabled(if: isRoot)) func aUserWhoConnectsTooOftenLosesTheFurtherConnections() throws {
    var limits = ServerLimits()
    (limits.connectionsAtOnce, limits.connectionsPerSecond) = (10, 1)
    let service = try TestService(limits: limits)
    #expect(try service.run("user", "12345", "add", "a", "x", "") == ["added"])
    let begin = ContinuousClock.now
    let admitted = try admittedCount(service, 12345, of: 50)
    let seconds = (ContinuousClock.now - begin).components.seconds
    #expect(admitted >= 9 && admitted <= 11 + Int(seconds))
    #expect(service.refusals.contains { $0.user == 12345 && $0.reason.contains("too often") })
    #expect(try admittedCount(service, 12346, of: 5) == 5)
    #expect(try admittedCount(service, 0, of: 50) == 50)
    // A client tries again for a time, and the user may connect again soon.
    #expect(holds { (try? service.run("user", "12345", "find", "a", "")) == ["x"] })
  }

  // MARK: Memory files

  private func limits(_ count: Int) -> ServerLimits {
    var limits = ServerLimits()
    (limits.memoryFilesAtOnce, limits.memoryFilesPerSecond) = (count, 1)
    return limits
  }

  /// A large call waits for its memory file.
  @Test func memoryFilesOfAUserAreLimitedInTime() throws {
    let service = try TestService(limits: limits(4))
    let keychain = service.keychain()
    let begin = ContinuousClock.now
    for index in 0..<6 { try keychain.add("\(index)", [UInt8](repeating: 1, count: 200 << 10)) }
    #expect(ContinuousClock.now - begin > .milliseconds(900))
    #expect(ContinuousClock.now - begin < .seconds(15))
  }

  /// The limit stays when the user has no connection for a time.
  @Test func aFurtherConnectionBringsNoFurtherMemoryFiles() throws {
    let service = try TestService(limits: limits(8))
    func take() throws -> Duration {
      let socket = try service.openSocket()
      let begin = ContinuousClock.now
      for number: UInt64 in 1...8 { _ = try socket.memory(200 << 10, number: number) }
      return ContinuousClock.now - begin
    }
    _ = try take()
    #expect(holds { service.connectionCount == 0 })
    // The service forgets users who use nothing after a second.
    usleep(2_500_000)
    #expect(try take() > .seconds(2))
  }

  /// A request that waits too long is refused.
  @Test func aLargeCallDoesNotWaitForever() throws {
    var limits = limits(1)
    limits.memoryTime = .milliseconds(10)
    let service = try TestService(limits: limits)
    let socket = try service.openSocket()
    var refusedCount = 0
    for number: UInt64 in 1...20 {
      let request = MemoryRequest(byteCount: 1 << 20).bytes
      _ = try request.withUnsafeBytes {
        try socket.send(PacketHeader(.memoryRequest, number: number, length: $0.count), $0, waits: true)
      }
      if try socket.packet(into: PacketBuffer()).header.kind == PacketKind.reply.rawValue { refusedCount += 1 }
    }
    #expect(refusedCount > 0)
  }
}
