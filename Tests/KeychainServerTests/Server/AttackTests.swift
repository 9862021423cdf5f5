import CPlatform
import CTestSupport
import Foundation
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
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

  /// Sends a packet of one byte with many descriptors.
  private func sendDescriptors(_ socket: PacketSocket, _ count: Int, of descriptor: Int32 = 0) -> Bool {
    let message: [UInt8] = RawPacket.header(.call, length: 0)
    let descriptors = [Int32](repeating: descriptor, count: count)
    return lk_test_send_descriptors(socket.descriptor, message, message.count, descriptors, count) == 0
  }

  @Test func asManyDescriptorsAsPossibleEndTheConnection() throws {
    let service = try TestService()
    let path = service.folder("sent")
    let file = FileDescriptor(owning: open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    func count() -> Int {
      TemporaryDirectory.names("/proc/self/fd").count { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
      }
    }
    #expect(count() == 1)
    for number in [2, 3, 253] {
      let socket = try service.openSocket()
      try #require(sendDescriptors(socket, number, of: file.number))
      #expect(ends(socket), "\(number)")
    }
    #expect(holds { count() == 1 })
  }

  /// The body of a large call must be in a memory file that nobody can change.
  @Test func memoryFilesThatCanChangeAreRefused() throws {
    let service = try TestService()
    let call = try Call(TestItem.addition("a", [UInt8](repeating: 1, count: 200 << 10))).message()
    func memory(_ seals: Int32, byteCount: Int? = nil) throws -> Int32 {
      let memory = lk_memory_create()
      try #require(memory >= 0)
      #expect(Glibc.write(memory, call, call.count) == call.count)
      if let byteCount { #expect(ftruncate(memory, off_t(byteCount)) == 0) }
      // F_ADD_SEALS
      if seals != 0 { #expect(fcntl(memory, 1033, seals) == 0) }
      return memory
    }
    let (seal, shrink, grow, write, futureWrite): (Int32, Int32, Int32, Int32, Int32) = (1, 2, 4, 8, 16)
    let file = open(service.folder("file"), O_RDWR | O_CREAT, 0o600)
    #expect(ftruncate(file, off_t(call.count)) == 0)
    let attacks: [(String, Int32)] = [
      ("unsealed", try memory(0)), ("all but writing", try memory(seal | shrink | grow)),
      ("later writing only", try memory(seal | shrink | grow | futureWrite)),
      ("all but shrinking", try memory(seal | grow | write)), ("all but growing", try memory(seal | shrink | write)),
      ("too short", try memory(seal | shrink | grow | write, byteCount: call.count - 1)),
      ("too long", try memory(seal | shrink | grow | write, byteCount: call.count + 1)), ("a file", file),
      (
        "a pipe",
        { () -> Int32 in
          var ends: [Int32] = [-1, -1]
          guard lk_test_pipe(&ends) == 0 else { return -1 }
          close(ends[1])
          return ends[0]
        }()
      ),
    ]
    for (name, descriptor) in attacks {
      let socket = try service.openSocket()
      let header = RawPacket.header(.call, length: call.count, isInMemoryFile: true)
      #expect(lk_socket_send(socket.descriptor, header, header.count, nil, 0, descriptor, 1) == 0)
      #expect(ends(socket), "\(name)")
      close(descriptor)
    }
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .itemNotFound)
  }

  /// The time for which close(2) of the last descriptor of a connection with unsent data waits, in seconds.
  private static let linger: Int32 = 20

  /// Sends a packet with the last descriptor of such a connection.
  ///
  /// - Returns: The other end of the connection, which the caller must close.
  private func sendLingering(_ socket: PacketSocket, kind: PacketKind) throws -> Int32 {
    var otherEnd: Int32 = -1
    let descriptor = lk_test_lingering_connection(Self.linger, &otherEnd)
    guard descriptor >= 0 else { throw TestFailure(reason: "no connection: \(errno)") }
    send(socket, kind: kind, [UInt8](repeating: 1, count: 100), descriptor: descriptor)
    // The service may have ended the connection, so this may be the last descriptor.
    lk_close_foreign([descriptor], 1)
    return otherEnd
  }

  /// A file that close(2) waits for delays nobody: before the hello, behind a wrong hello, and in a call.
  @Test func descriptorsWhoseCloseWaitsDelayNobody() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    let begin = ContinuousClock.now
    var sockets: [PacketSocket] = []
    var otherEnds: [Int32] = []
    defer { for descriptor in otherEnds { close(descriptor) } }
    for _ in 0..<12 {
      let (first, second, third) = (try service.socket(), try service.socket(), try service.openSocket())
      send(second, kind: .hello, [])
      for (socket, kind) in [(first, PacketKind.hello), (second, .hello), (third, .call)] {
        otherEnds.append(try sendLingering(socket, kind: kind))
      }
      sockets += [first, second, third]
    }
    for socket in sockets { #expect(ends(socket)) }
    #expect(holds { (try? service.keychain().secret("a")) == [1] })
    #expect(ContinuousClock.now - begin < .seconds(Int(Self.linger) / 2))
  }

  /// The client ended with an unread packet, so the first look at the queue of the service fails.
  @Test func closingASocketDoesNotWaitForADescriptorInItsQueue() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let socket = PacketSocket(accepted: ends[1])
    let client = PacketSocket(owning: ends[0])
    let otherEnd = try sendLingering(client, kind: .call)
    defer { close(otherEnd) }
    let header = PacketHeader(.changed, length: 0)
    _ = try socket.send(header, UnsafeRawBufferPointer(start: nil, count: 0), waits: false)
    client.close()
    let begin = ContinuousClock.now
    socket.close()
    #expect(ContinuousClock.now - begin < .seconds(Int(Self.linger) / 2))
  }

  /// All connections of a user try passcodes at one counter.
  @Test func guessesOfManyConnectionsCountTogether() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    let correct = try passcode("correct")
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let guesses = try (0..<20).map { index in
      let wrong = try passcode("wrong \(index)")
      return failure { _ = try service.keychain().send(Call(.provePasscode(wrong)), from: TestItem.peer) }
    }
    #expect(guesses.allSatisfy { $0?.code == .authenticationFailed })
    #expect(guesses.last??.cause == .passcodeMustWait)
    let refusal = failure { _ = try service.keychain().send(Call(.provePasscode(correct)), from: TestItem.peer) }
    #expect(refusal?.cause == .passcodeMustWait)
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

  /// Sends a call without receiving its reply. A large call is in a memory file.
  private func send(_ call: Call, _ socket: PacketSocket, number: UInt64 = 1) throws {
    let message = try call.message()
    guard message.count > PacketHeader.largestInlineByteCount else {
      return send(socket, kind: .call, number: number, message)
    }
    let memory = try message.withUnsafeBytes { try SealedMemory($0) }
    _ = try socket.send(
      PacketHeader(.call, number: number, length: message.count, isInMemoryFile: true),
      UnsafeRawBufferPointer(start: nil, count: 0), memory, waits: true)
  }

  /// Sends a call, and receives its reply.
  private func reply(to call: Call, _ socket: PacketSocket) throws -> Reply {
    try send(call, socket)
    let buffer = PacketBuffer()
    return try withExtendedLifetime(buffer) {
      let packet = try socket.packet(into: buffer)
      return try packet.withBody { (body) throws(KeychainError) in
        try Result<Reply, KeychainError>(message: body).get()
      }
    }
  }

  /// The results of work are large, and nobody receives them. There are more of them than the service has threads. Small
  /// results fill the queues of the sockets, and then the queues of the service. Large ones are in memory files.
  @Test(.enabled(if: isRoot), arguments: [100 << 10, 200 << 10])
  func resultsOfWorkThatNobodyReceivesDelayNobody(_ size: Int) throws {
    var limits = ServerLimits()
    limits.threads = 16
    limits.receiveTime = .seconds(3)
    let service = try TestService(limits: limits)
    let name = ForkSafeMutex(0)
    let resultCount = ForkSafeMutex(0)
    let milliseconds = try delay(service) {
      let sockets = try (0..<6).map { _ in try service.openSocket() }
      for socket in sockets {
        var handles: [Handle] = []
        for _ in 0..<4 {
          let number = name.withLock { name in
            name += 1
            return name
          }
          let request = AddRequest(
            .genericPassword, attributes: TestItem.attributes("\(number)"),
            secret: [UInt8](repeating: 1, count: size), contents: [.secret])
          let work = Work.add([request], sparingPresent: false, proof: nil)
          // The service has at most eight threads for the work of one program, and refuses further work meanwhile.
          var begun = try? reply(to: Call(.begin(work)), socket)
          for _ in 0..<500 where begun == nil {
            usleep(5000)
            begun = try? reply(to: Call(.begin(work)), socket)
          }
          guard case .handle(let handle)? = begun else { throw TestFailure(reason: "no work") }
          handles.append(handle)
        }
        usleep(20_000)
        // The first replies report the progress.
        for handle in handles { for _ in 0..<3 { try send(Call(.next(handle)), socket) } }
      }
      usleep(200_000)
      // The results were sent: the last client receives one after all.
      let buffer = PacketBuffer()
      for _ in 0..<12 where try sockets[5].packet(into: buffer).header.length > size {
        resultCount.withLock { $0 += 1 }
        break
      }
    }
    #expect(milliseconds < Self.longestDelay)
    #expect(resultCount.withLock { $0 } > 0)
  }

  /// Large messages, lies about lengths, and descriptors come in a flood.
  @Test(.enabled(if: isRoot)) func aFloodOfLiesDelaysNobody() throws {
    let service = try TestService()
    let lie = [UInt8](repeating: 0, count: 64)
    let milliseconds = try delay(service) {
      let memory = lk_memory_create()
      defer { close(memory) }
      // The file is sparse, so it costs its sender nothing.
      guard ftruncate(memory, off_t(PacketHeader.largestByteCount)) == 0, lk_memory_seal(memory) == 0 else {
        throw TestFailure(reason: "no memory file")
      }
      for _ in 0..<4 {
        let sockets = try (0..<4).map { _ in try service.openSocket() }
        send(sockets[0], kind: .call, length: 1 << 40, lie)
        _ = sendDescriptors(sockets[1], 253)
        _ = lk_socket_send(sockets[2].descriptor, lie, 0, nil, 0, -1, 1)
        let header = RawPacket.header(.call, length: PacketHeader.largestByteCount, isInMemoryFile: true)
        _ = lk_socket_send(sockets[3].descriptor, header, header.count, nil, 0, memory, 1)
      }
    }
    #expect(milliseconds < Self.longestDelay)
  }

  @Test(.enabled(if: isRoot)) func connectionsOfManyUsersDelayNobody() throws {
    let service = try TestService()
    let user = ForkSafeMutex<UInt32>(600_000)
    let milliseconds = try delay(service) {
      let descriptors = (0..<200).map { _ in
        lk_test_connect_as(
          user.withLock { user in
            user = 600_000 + (user + 1) % 60_000
            return user
          }, service.folder("socket"))
      }
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    }
    #expect(milliseconds < Self.longestDelay)
  }
}
