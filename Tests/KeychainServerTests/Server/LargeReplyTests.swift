import CPlatform
import Foundation
import Glibc
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain
@testable import KeychainServer

/// Tests of replies that do not fit into one packet.
@Suite(.serialized) struct LargeReplyTests {
  private static let megabyte = 1 << 20
  private static let packetByteCount = PacketHeader.largestInlineByteCount

  /// Bytes that differ from packet to packet, because the length of a packet is no multiple of the length of the block.
  private func bytes(_ count: Int) -> [UInt8] {
    let block = (0..<4093).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) }
    var bytes: [UInt8] = []
    while bytes.count + block.count <= count { bytes += block }
    return bytes + block.prefix(count - bytes.count)
  }

  private func search(_ name: String, _ socket: PacketSocket, number: UInt64 = 1) throws {
    let message = try Call(TestItem.search(name)).message()
    _ = try message.withUnsafeBytes {
      try socket.send(PacketHeader(.call, number: number, length: $0.count), $0, waits: true)
    }
  }

  /// A service with items whose secrets have these lengths.
  private func service(_ secrets: [String: Int], _ limits: ServerLimits = ServerLimits()) throws -> TestService {
    let service = try TestService(limits: limits)
    let keychain = service.keychain()
    for (name, count) in secrets { try keychain.add(name, bytes(count)) }
    // The memory of an addition is free a moment after its reply. The tests measure what their searches use.
    guard holds({ service.usedByteCount == 0 }) else { throw TestFailure(reason: "an addition has not ended") }
    return service
  }

  // MARK: The service

  @Test(arguments: [129 << 10, 1 << 20, 60 << 20], [false, true])
  func aLargeReplyArrivesWhole(_ count: Int, _ permitsDescriptors: Bool) throws {
    let service = try TestService()
    if permitsDescriptors { service.permitDescriptors() }
    let keychain = service.keychain()
    let secret = bytes(count)
    try keychain.add("a", secret)
    for _ in 0..<3 { #expect(try keychain.secret("a") == secret) }
    #expect(holds { service.usedByteCount == 0 })
  }

  /// The replies of calls of several threads come on one connection, packet by packet.
  @Test func repliesOfSeveralThreadsComeTogether() throws {
    let sizes = ["a": 129 << 10, "b": 300 << 10, "c": 2 << 20, "d": 5 << 20, "e": 10]
    let service = try service(sizes)
    let keychain = service.keychain()
    let works = sizes.flatMap { name, count in
      (0..<2).map { _ in
        BackgroundWork {
          let secret = bytes(count)
          for _ in 0..<10 {
            guard try keychain.secret(name) == secret else { throw TestFailure(reason: "another secret") }
          }
        }
      }
    }
    for work in works { try work.end() }
    #expect(service.connectionCount == 1)
    #expect(holds { service.usedByteCount == 0 })
  }

  /// A small packet does not wait for the end of a large reply.
  @Test func aSmallPacketComesBetweenThePacketsOfALargeReply() throws {
    let service = try service(["a": 20 << 20])
    let keychain = service.keychain()
    try keychain.add("b", [1])
    let socket = try service.openSocket()
    _ = try socket.send(
      PacketHeader(.subscribe, length: 0), UnsafeRawBufferPointer(start: nil, count: 0), waits: true)
    try search("a", socket)
    #expect(holds { socket.hasPacket })
    // The service tells the client of this commit.
    try keychain.add("c", [1])
    usleep(200_000)
    let buffer = PacketBuffer()
    var kinds: [UInt16] = []
    while kinds.last != PacketKind.changed.rawValue, kinds.count < 200 {
      kinds.append(try socket.packet(into: buffer).header.kind)
    }
    #expect(kinds.count < 20)
    #expect(kinds.dropLast().allSatisfy { $0 == PacketKind.reply.rawValue })
  }

  /// A client that receives some packets and then stops is closed, and the memory of its user is free.
  @Test(arguments: [0, 1, 5]) func aClientThatStopsReceivingIsClosed(_ count: Int) throws {
    var limits = ServerLimits()
    limits.receiveTime = .seconds(1)
    let service = try service(["a": 5 << 20], limits)
    let socket = try service.openSocket()
    try search("a", socket)
    let buffer = PacketBuffer()
    for _ in 0..<count { _ = try socket.packet(into: buffer) }
    #expect(holds { service.usedByteCount > 4 << 20 })
    #expect(holds { service.usedByteCount == 0 })
    // The client receives what the socket had taken, and then the end.
    #expect(failure { while true { _ = try socket.packet(into: buffer) } }?.cause == .connectionLost)
  }

  /// A client that receives one packet from time to time does not keep the memory of its user.
  @Test func aLargeReplyMustBeReceivedInTime() throws {
    var limits = ServerLimits()
    limits.receiveTime = .seconds(2)
    limits.largeReplyTime = .seconds(3)
    let service = try service(["a": 20 << 20], limits)
    let socket = try service.openSocket()
    try search("a", socket)
    let buffer = PacketBuffer()
    let begin = ContinuousClock.now
    let error = failure {
      while true {
        _ = try socket.packet(into: buffer)
        usleep(200_000)
      }
    }
    #expect(error?.cause == .connectionLost)
    #expect(ContinuousClock.now - begin > .seconds(2))
    #expect(holds { service.usedByteCount == 0 })
  }

  /// The client keeps everything that it receives, and the service keeps nothing.
  @Test(arguments: [false, true]) func manyLargeRepliesLeaveNothing(_ permitsDescriptors: Bool) throws {
    let service = try service(["a": 1 << 20])
    if permitsDescriptors { service.permitDescriptors() }
    func counts() -> (all: Int, memory: Int) {
      let names = TemporaryDirectory.names("/proc/self/fd")
      return (
        names.count,
        names.count { name in
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
            .hasPrefix("/memfd:latchkey") == true
        }
      )
    }
    let socket = try service.openSocket()
    let before = counts()
    var kept: [[UInt8]] = []
    for number in 1...50 {
      try search("a", socket, number: UInt64(number))
      // A packet with a descriptor would be refused here.
      kept.append(try socket.reply())
    }
    #expect(kept.allSatisfy { $0.count > 1 << 20 })
    let after = counts()
    // Other tests run at the same time and have descriptors of their own.
    #expect(after.memory < before.memory + 40)
    #expect(after.all < before.all + 40)
    #expect(holds { service.usedByteCount == 0 })
  }

  /// A service that ends in the middle: the caller learns that the reply is lost, and the next call succeeds.
  @Test func theEndOfTheServiceInTheMiddleLosesTheReply() throws {
    let service = try service(["a": 40 << 20])
    let socket = try service.openSocket()
    try search("a", socket)
    _ = try socket.packet(into: PacketBuffer())
    service.stop()
    let buffer = PacketBuffer()
    #expect(failure { while true { _ = try socket.packet(into: buffer) } }?.cause == .connectionLost)
    try service.start()
    #expect(try service.keychain().secret("a")?.count == 40 << 20)
  }

  // MARK: The client

  /// A server that answers the first call as it likes.
  private func outcome(
    _ answer: @escaping @Sendable (PacketSocket, UInt64) throws -> Void
  ) throws -> (error: KeychainError?, secret: [UInt8]?, closed: Bool) {
    let folder = try TemporaryDirectory()
    let listener = lk_socket_listen(folder("socket"), 4, 0o600)
    try #require(listener >= 0)
    defer { close(listener) }
    let server = BackgroundWork { () throws -> Bool in
      guard lk_socket_wait(listener, 10_000) == 1 else { return false }
      let descriptor = accept(listener, nil, nil)
      lk_socket_set_timeout(descriptor, 10_000)
      let socket = PacketSocket(owning: descriptor)
      let buffer = PacketBuffer()
      _ = try socket.packet(into: buffer)
      let welcome = Welcome(
        version: Call.messageVersion, instance: [UInt8](repeating: 9, count: 16), user: geteuid(), grade: 1,
        application: "", accessGroups: [], entitlements: [])
      _ = try welcome.bytes.withUnsafeBytes {
        try socket.send(PacketHeader(.welcome, length: $0.count), $0, waits: true)
      }
      let number = try socket.packet(into: buffer).header.number
      // The client may end before it received everything.
      do { try answer(socket, number) } catch let error as KeychainError where error.cause == .connectionLost {}
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&state, 1, 3000) == 1
    }
    let trust = RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path)
    let keychain = RemoteKeychain(
      ServiceConfiguration(socketPath: folder("socket"), user: geteuid()), trust: trust)
    var secret: [UInt8]?
    let error = failure { secret = try keychain.secret("a") }
    let closed = try server.end()
    withExtendedLifetime(keychain) {}
    return (error, secret, closed)
  }

  /// Sends a packet that may be malformed.
  private static func send(
    _ socket: PacketSocket, _ number: UInt64, length: Int, _ body: some Collection<UInt8>, isContinued: Bool
  ) throws {
    let header = PacketHeader(.reply, number: number, length: length, isContinued: isContinued)
    let body = Array(body)
    _ = try body.withUnsafeBytes { try socket.send(header, $0, waits: true) }
  }

  @Test func aClientCollectsPackets() throws {
    let service = try service(["a": 300 << 10])
    let socket = try service.openSocket()
    try search("a", socket)
    let reply = try socket.reply()
    let size = Self.packetByteCount
    let (error, secret, closed) = try outcome { socket, number in
      for start in stride(from: 0, to: reply.count, by: size) {
        let rest = reply.count - start
        try Self.send(
          socket, number, length: rest, reply[start..<min(start + size, reply.count)], isContinued: rest > size)
        _ = try socket.send(
          PacketHeader(.changed, length: 0), UnsafeRawBufferPointer(start: nil, count: 0), waits: true)
      }
    }
    #expect(error == nil)
    #expect(secret == bytes(300 << 10))
    #expect(!closed)
  }

  @Test func liesOfAServerEndTheConnection() throws {
    let size = Self.packetByteCount
    let full = [UInt8](repeating: 1, count: size)
    let lies: [(String, @Sendable (PacketSocket, UInt64) throws -> Void)] = [
      (
        "more than announced",
        {
          try Self.send($0, $1, length: size + 10, full, isContinued: true)
          try Self.send($0, $1, length: 11, full.prefix(11), isContinued: false)
        }
      ),
      (
        "less than announced",
        {
          try Self.send($0, $1, length: size + 10, full, isContinued: true)
          try Self.send($0, $1, length: 9, full.prefix(9), isContinued: false)
        }
      ),
      (
        "another length later",
        {
          try Self.send($0, $1, length: 3 * size, full, isContinued: true)
          try Self.send($0, $1, length: 3 * size, full, isContinued: true)
        }
      ),
      (
        "more than the limit",
        { try Self.send($0, $1, length: PacketHeader.largestByteCount + 1, full, isContinued: true) }
      ),
      ("a part that is not full", { try Self.send($0, $1, length: size, full.prefix(10), isContinued: true) }),
      ("a number that nobody waits for", { try Self.send($0, $1 + 1, length: 3 * size, full, isContinued: true) }),
      ("the number 0", { socket, _ in try Self.send(socket, 0, length: 3 * size, full, isContinued: true) }),
      (
        "a reply in a memory file",
        { socket, number in
          let file = try full.withUnsafeBytes { try MemoryFile($0) }
          let header = PacketHeader(.reply, number: number, length: size, isInMemoryFile: true)
          _ = try socket.send(header, UnsafeRawBufferPointer(start: nil, count: 0), file, waits: true)
        }
      ),
      (
        "a memory file that nobody asked for",
        { socket, number in
          let header = PacketHeader(.memory, number: number, length: size, isInMemoryFile: true)
          let file = try MemoryFile(byteCount: size)
          _ = try socket.send(header, UnsafeRawBufferPointer(start: nil, count: 0), file, waits: true)
        }
      ),
      (
        "the end in the middle",
        { socket, number in
          try Self.send(socket, number, length: 3 * size, full, isContinued: true)
          socket.shutDown()
        }
      ),
    ]
    for (name, lie) in lies {
      let (error, secret, closed) = try outcome(lie)
      #expect(error?.code == .notAvailable && error?.cause == .connectionLost, "\(name): \(String(describing: error))")
      #expect(secret == nil, "\(name)")
      #expect(closed, "\(name)")
    }
  }

  /// The thread of a call stopped waiting. The packets of its reply harm no later call.
  @Test func packetsOfAnAbandonedReplyAreDiscarded() throws {
    let service = try service(["a": 300 << 10])
    let keychain = service.keychain()
    let connection = try keychain.connection()
    let search = try Call(TestItem.search("a")).message()
    for _ in 0..<20 {
      for milliseconds in [0, 1, 2, 3] {
        let error = failure {
          if var reply = try connection.ask(search, until: .after(.milliseconds(Int64(milliseconds)))) { reply.wipe() }
        }
        #expect(error == nil || error?.failureCause == .timedOut)
      }
      #expect(try keychain.secret("a")?.count == 300 << 10)
    }
    #expect(connection.isUsable)
    #expect(service.connectionCount == 1)
  }
}
