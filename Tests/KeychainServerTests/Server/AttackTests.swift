import CPlatform
import CTestSupport
import Foundation
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import KeychainServer
@testable import KeychainTransport

/// Tests of clients that attack the service.
@Suite(.serialized) struct AttackTests {
  /// Sends a packet that may be malformed.
  func send(
    _ socket: PacketSocket, kind: PacketKind, number: UInt64 = 1, length: Int? = nil, _ body: [UInt8],
    descriptor: Int32 = -1
  ) {
    let header = RawPacket.header(kind, number: number, length: length ?? body.count)
    _ = lk_socket_send(socket.descriptor, header, header.count, body, body.count, descriptor, 1)
  }

  /// Whether the service ends a connection.
  func ends(_ socket: PacketSocket) -> Bool {
    let buffer = PacketBuffer()
    while true {
      do {
        _ = try socket.packet(into: buffer)
      } catch { return (error as? KeychainError)?.code != .unexpected }
    }
  }

  @Test func malformedPacketsEndTheConnection() throws {
    let service = try TestService()
    service.permitDescriptors()
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

  /// Sends a packet of one byte with many descriptors.
  func sendDescriptors(_ socket: PacketSocket, _ count: Int, of descriptor: Int32 = 0) -> Bool {
    let message: [UInt8] = RawPacket.header(.call, length: 0)
    let descriptors = [Int32](repeating: descriptor, count: count)
    return lk_test_send_descriptors(socket.descriptor, message, message.count, descriptors, count) == 0
  }

  /// The service does not receive a packet with descriptors, whatever the packet is.
  @Test func descriptorsEndTheConnection() throws {
    let service = try TestService()
    service.permitDescriptors()
    let path = service.folder("sent")
    let file = FileDescriptor(owning: open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    /// The numbers of all descriptors of this process and of the service, and of those of the file.
    func counts() -> (all: Int, sent: Int) {
      let names = TemporaryDirectory.names("/proc/self/fd")
      return (
        names.count,
        names.count { name in
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
        }
      )
    }
    let before = counts()
    #expect(before.sent == 1)
    for round in 0..<10 {
      for number in [1, 2, 3, 253] {
        for isOpen in [false, true] {
          // The service refuses connections of a user who has sent too many descriptors.
          #expect(holds { DroppedSockets.waitingCount == 0 })
          let socket = isOpen ? try service.openSocket() : try service.socket()
          try #require(sendDescriptors(socket, number, of: file.number))
          #expect(counts().sent == 1)
          #expect(ends(socket), "\(round), \(number), \(isOpen)")
        }
      }
    }
    #expect(holds { counts().sent == 1 && counts().all <= before.all + 5 && service.connectionCount == 0 })
  }

  /// From Linux 6.16, the client learns that the service takes no descriptors, and its connection stays.
  @Test func theKernelRefusesDescriptors() throws {
    let service = try TestService()
    let socket = try service.openSocket()
    guard lk_socket_refuses_descriptors(service.listener) == 1 else { return }
    #expect(!sendDescriptors(socket, 1) && errno == EPERM)
    let unknown = try service.socket()
    #expect(!sendDescriptors(unknown, 253) && errno == EPERM)
    let search = try Call(TestItem.search("a")).message()
    send(socket, kind: .call, search)
    #expect(try socket.packet(into: PacketBuffer()).header.kind == PacketKind.reply.rawValue)
  }

  /// The message of a large call must be in the memory file of the service, and nobody may be able to change it.
  @Test func memoryFilesThatCanChangeAreRefused() throws {
    let service = try TestService()
    let call = try Call(TestItem.addition("a", [UInt8](repeating: 1, count: 200 << 10))).message()
    func write(_ file: MemoryFile) { #expect(pwrite(file.descriptor, call, call.count, 0) == call.count) }
    // F_ADD_SEALS
    func seal(_ file: MemoryFile, _ seals: Int32) -> Bool { fcntl(file.descriptor, 1033, seals) == 0 }
    let (sealing, writing, futureWriting): (Int32, Int32, Int32) = (1, 8, 16)
    func map(_ file: MemoryFile) -> UnsafeMutableRawPointer? {
      mmap(nil, file.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0)
    }
    let attacks: [(String, (MemoryFile) -> Void)] = [
      ("unsealed", { _ in }), ("all but writing", { #expect(seal($0, sealing)) }),
      ("writing, but not the seals", { #expect(seal($0, writing)) }),
      ("later writing only", { #expect(seal($0, sealing | futureWriting)) }),
      (
        "a mapping that can still write",
        { file in
          let mapping = map(file)
          #expect(!seal(file, writing) && errno == EBUSY)
          #expect(seal(file, sealing | futureWriting))
          munmap(mapping, file.byteCount)
        }
      ),
      ("smaller", { #expect(ftruncate($0.descriptor, 100) == -1 && errno == EPERM) }),
      ("larger", { #expect(ftruncate($0.descriptor, 100 << 20) == -1 && errno == EPERM) }),
    ]
    for (name, attack) in attacks {
      let socket = try service.openSocket()
      let file = try socket.memory(call.count)
      write(file)
      attack(file)
      try socket.sendCall(in: file)
      #expect(ends(socket), "\(name)")
    }
    let headers: [(String, UInt64, Int)] = [("another number", 2, call.count), ("another length", 1, call.count - 1)]
    for (name, number, length) in headers {
      let socket = try service.openSocket()
      try call.withUnsafeBytes { try socket.memory(call.count).fill($0) }
      let header = RawPacket.header(.call, number: number, length: length, isInMemoryFile: true)
      _ = lk_socket_send(socket.descriptor, header, header.count, nil, 0, -1, 1)
      #expect(ends(socket), "\(name)")
    }
    let none = try service.openSocket()
    let header = RawPacket.header(.call, length: call.count, isInMemoryFile: true)
    _ = lk_socket_send(none.descriptor, header, header.count, nil, 0, -1, 1)
    #expect(ends(none))
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .itemNotFound)
    // The same call in a sealed file is carried out once.
    let socket = try service.openSocket()
    let file = try socket.memory(call.count)
    try call.withUnsafeBytes { try file.fill($0) }
    try socket.sendCall(in: file)
    #expect(try socket.packet(into: PacketBuffer()).header.kind == PacketKind.reply.rawValue)
    try socket.sendCall(in: file)
    #expect(ends(socket))
    #expect(try service.keychain().secret("a")?.count == 200 << 10)
  }

  @Test func memoryFilesOfOtherSizesAreRefused() throws {
    let service = try TestService()
    for size in [0, PacketHeader.largestInlineByteCount, PacketHeader.largestByteCount + 1, -1] {
      let socket = try service.openSocket()
      send(socket, kind: .memoryRequest, withUnsafeBytes(of: Int64(size).littleEndian) { Array($0) })
      #expect(ends(socket), "\(size)")
    }
    let silent = try service.socket()
    send(silent, kind: .memoryRequest, MemoryRequest(byteCount: 1 << 20).bytes)
    #expect(ends(silent), "before the hello")
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
    DroppedSockets.add(descriptor, of: DroppedSockets.Owner(user: 54_397, isKnown: true))
    #expect(holds { DroppedSockets.waitingCount == 0 })
    return otherEnd
  }

  /// A file that close(2) waits for delays nobody: before the hello, behind a wrong hello, and in a call.
  @Test func descriptorsWhoseCloseWaitsDelayNobody() throws {
    let service = try TestService()
    service.permitDescriptors()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    let begin = ContinuousClock.now
    var sockets: [PacketSocket] = []
    var otherEnds: [Int32] = []
    defer { for descriptor in otherEnds { close(descriptor) } }
    for _ in 0..<12 {
      // The service refuses connections of a user who has sent too many descriptors.
      #expect(holds { DroppedSockets.waitingCount == 0 })
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

  /// Two connected sockets. The second one has the options of a socket that the service accepted on an older kernel.
  private func connectedSockets() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    var one: Int32 = 1
    try #require(setsockopt(ends[1], SOL_SOCKET, SO_PASSCRED, &one, socklen_t(MemoryLayout<Int32>.size)) == 0)
    return ends
  }

  /// On kernels before 6.16, the end of a client is noticed without a packet, and no packet brings a descriptor then.
  @Test func theEndOfAClientClosesNoOtherDescriptor() throws {
    if fcntl(0, F_GETFD) < 0 { try #require(open("/dev/null", O_RDWR | O_CLOEXEC) == 0) }
    let ends = try connectedSockets()
    let socket = PacketSocket(accepted: ends[1])
    close(ends[0])
    #expect(failure { _ = try socket.receive(into: PacketBuffer(), waits: false) }?.cause == .connectionLost)
    #expect(fcntl(0, F_GETFD) >= 0, "the end of a connection closed descriptor 0")
  }

  /// One child ends all sockets of a user that wait.
  @Test func manySocketsOfOneUserEndTogether() throws {
    let owner = DroppedSockets.Owner(user: 54_398, isKnown: true)
    var otherEnds: [Int32] = []
    for _ in 0..<40 {
      let ends = try connectedSockets()
      otherEnds.append(ends[0])
      DroppedSockets.add(ends[1], of: owner)
    }
    #expect(holds { !DroppedSockets.isFull(owner) })
    for end in otherEnds {
      var state = pollfd(fd: end, events: 0, revents: 0)
      #expect(holds { poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0 })
      close(end)
    }
  }

  /// The client ended with an unread packet, so the first look at the queue of the service fails.
  @Test func closingASocketDoesNotWaitForADescriptorInItsQueue() throws {
    let ends = try connectedSockets()
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

  /// A client with an unread reply and a call that waits for memory ends, while a descriptor is in the queue.
  @Test func theEndOfABusyClientDelaysNobody() throws {
    var limits = ServerLimits()
    (limits.bytesPerUser, limits.bytesPerRequest) = (16 << 20, 4 << 20)
    let service = try TestService(limits: limits)
    service.permitDescriptors()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    // The process fills this file, so its other requests wait.
    let user = try service.openSocket()
    let file = try user.memory(3 << 20)
    let begin = ContinuousClock.now
    var otherEnds: [Int32] = []
    defer { for descriptor in otherEnds { close(descriptor) } }
    for _ in 0..<20 {
      let socket = try service.socket()
      send(socket, kind: .hello, Hello(versions: Call.messageVersion...Call.messageVersion).bytes)
      #expect(holds { socket.hasPacket })
      send(socket, kind: .memoryRequest, MemoryRequest(byteCount: 3 << 20).bytes)
      usleep(20_000)
      otherEnds.append(try sendLingering(socket, kind: .call))
      socket.close()
    }
    #expect(holds { service.connectionCount <= 2 })
    #expect(try keychain.secret("a") == [1])
    #expect(ContinuousClock.now - begin < .seconds(Int(Self.linger) / 2))
    withExtendedLifetime(file) {}
  }

  /// When no child can be made, the socket waits for a later attempt.
  @Test(.enabled(if: isRoot)) func aSocketWaitsForAChildThatClosesIt() throws {
    let ends = try connectedSockets()
    let child = lk_test_fork(20)
    if child == 0 {
      // The kernel does not limit root.
      guard lk_test_limit_processes(0) == 0, lk_test_become(54_399) == 0 else { _exit(2) }
      let socket = PacketSocket(accepted: ends[1])
      guard lk_socket_send(ends[0], [1], 1, nil, 0, 0, 1) == 0 else { _exit(3) }
      socket.close()
      guard DroppedSockets.waitingCount == 1, fcntl(ends[1], F_GETFD) >= 0 else { _exit(4) }
      // A user with many of them may not connect. Other users may.
      var further = (0..<8).map { _ in
        var ends: [Int32] = [-1, -1]
        var one: Int32 = 1
        socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
        setsockopt(ends[1], SOL_SOCKET, SO_PASSCRED, &one, socklen_t(MemoryLayout<Int32>.size))
        let socket = PacketSocket(accepted: ends[1])
        socket.count(for: DroppedSockets.Owner(user: 7, isKnown: false))
        _ = lk_socket_send(ends[0], [1], 1, nil, 0, 0, 1)
        return socket
      }
      further.removeAll()
      func isFull(_ user: UInt32, isKnown: Bool = false) -> Bool {
        DroppedSockets.isFull(DroppedSockets.Owner(user: user, isKnown: isKnown))
      }
      guard DroppedSockets.waitingCount == 9, isFull(7) else { _exit(7) }
      // Another user whom the service does not know may connect, too.
      guard !isFull(8), !isFull(8, isKnown: true) else { _exit(8) }
      guard lk_test_limit_processes(.max) == 0 else { _exit(5) }
      // One child ends all sockets of a user.
      DroppedSockets.proceed()
      guard DroppedSockets.waitingCount == 0, fcntl(ends[1], F_GETFD) < 0, !isFull(7) else { _exit(6) }
      for _ in 0..<1000 where DroppedSockets.waitingCount > 0 {
        usleep(5000)
        DroppedSockets.proceed()
      }
      _exit(DroppedSockets.waitingCount == 0 ? 0 : 9)
    }
    for end in ends { close(end) }
    #expect(lk_test_wait(child) == 0)
  }

  /// Attack 36. All connections of a user try passcodes at one counter.
  @Test func guessesOfManyConnectionsCountTogether() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    let correct = try passcode("correct")
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    // Each client has a connection of its own. The service closes the earliest ones when there are too many.
    let clients = (0..<100).map { _ in service.keychain() }
    for client in clients { #expect(try client.secret("a") == [1]) }
    let guesses = try clients.enumerated().map { index, client in
      let wrong = try passcode("wrong \(index)")
      return failure { _ = try client.send(Call(.provePasscode(wrong)), from: TestItem.peer) }
    }
    #expect(guesses.allSatisfy { $0?.code == .authenticationFailed })
    // After a few guesses, no connection may guess for a time.
    #expect(guesses.count { $0?.cause == .passcodeMustWait } >= 80)
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

  /// A client cannot say its hello in small pieces, because each packet must be a whole one. A client that does not
  /// answer the challenge is closed as well.
  @Test func aClientThatSaysLittleIsClosed() throws {
    var limits = ServerLimits()
    limits.helloTime = .milliseconds(300)
    let service = try TestService(limits: limits)
    let hello = Hello(versions: Call.messageVersion...Call.messageVersion).bytes
    let packet = RawPacket.header(.hello, length: hello.count) + hello
    for count in [1, packet.count / 2, packet.count - 1] {
      let socket = try service.socket()
      _ = lk_socket_send(socket.descriptor, packet, count, nil, 0, -1, 1)
      #expect(ends(socket), "\(count)")
    }
    service.stop()
    service.forgetSenders()
    let silent = try service.socket()
    _ = lk_socket_send(silent.descriptor, packet, packet.count, nil, 0, -1, 1)
    let partial = try service.socket()
    _ = lk_socket_send(partial.descriptor, packet, packet.count, nil, 0, -1, 1)
    try service.start()
    let buffer = PacketBuffer()
    let challenge = try partial.packet(into: buffer)
    // Kernels before 6.16 name the process.
    if challenge.header.kind == PacketKind.challenge.rawValue {
      let half = try challenge.withBody { (body) throws(KeychainError) in Array(body.prefix(8)) }
      send(partial, kind: .proof, half)
      #expect(ends(partial))
      #expect(ends(silent))
    }
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .itemNotFound)
  }

  /// A client that sends a part of a large call from time to time delays no writer of its user.
  @Test func aSlowLargeCallDelaysNoWriter() throws {
    var limits = ServerLimits()
    limits.fillTime = .seconds(12)
    let service = try TestService(limits: limits)
    let socket = try service.openSocket()
    let file = try socket.memory(1 << 20)
    let isOver = ForkSafeMutex(false)
    let work = BackgroundWork {
      var count = 0
      while !isOver.withLock({ $0 }) {
        _ = pwrite(file.descriptor, [1], 1, off_t(count))
        count += 1
        usleep(200_000)
      }
      return count
    }
    defer { isOver.withLock { $0 = true } }
    let keychain = service.keychain()
    for index in 0..<20 {
      let begin = ContinuousClock.now
      try keychain.add("\(index)", [1])
      #expect(ContinuousClock.now - begin < .seconds(10))
    }
    // After `fillTime`, the service drops the file.
    #expect(holds { service.heldFileCount == 0 })
    isOver.withLock { $0 = true }
    #expect(try work.end() > 1)
  }

  @Test func aClientThatSaysNothingIsClosed() throws {
    var limits = ServerLimits()
    limits.helloTime = .milliseconds(300)
    let service = try TestService(limits: limits)
    #expect(ends(try service.socket()))
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .itemNotFound)
  }
}
