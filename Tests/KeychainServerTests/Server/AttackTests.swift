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
  private func sendDescriptors(_ socket: PacketSocket, _ count: Int, of descriptor: Int32 = 0) -> Bool {
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
    let child = lk_socket_drop(descriptor)
    #expect(child > 0)
    #expect(holds { lk_process_has_ended(child) == 1 })
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
    (limits.bytesPerUser, limits.bytesPerRequest) = (5 << 20, 4 << 20)
    let service = try TestService(limits: limits)
    service.permitDescriptors()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    // This file uses the memory of the user.
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
        socket.count(for: 7)
        _ = lk_socket_send(ends[0], [1], 1, nil, 0, 0, 1)
        return socket
      }
      further.removeAll()
      guard DroppedSockets.waitingCount == 9, DroppedSockets.isFull(7) else { _exit(7) }
      guard !DroppedSockets.isFull(8), !DroppedSockets.isFull(nil) else { _exit(8) }
      guard lk_test_limit_processes(.max) == 0 else { _exit(5) }
      // One child of each user at a time.
      DroppedSockets.proceed()
      guard DroppedSockets.waitingCount == 7, fcntl(ends[1], F_GETFD) < 0, !DroppedSockets.isFull(7) else { _exit(6) }
      for _ in 0..<1000 where DroppedSockets.waitingCount > 0 {
        usleep(5000)
        DroppedSockets.proceed()
      }
      _exit(DroppedSockets.waitingCount == 0 ? 0 : 9)
    }
    for end in ends { close(end) }
    #expect(lk_test_wait(child) == 0)
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
    let file = try socket.memory(message.count, number: number)
    try message.withUnsafeBytes { try file.fill($0) }
    try socket.sendCall(in: file, number: number)
  }

  /// Sends a call, and receives its reply.
  private func reply(to call: Call, _ socket: PacketSocket) throws -> Reply {
    try send(call, socket)
    let buffer = PacketBuffer()
    return try withExtendedLifetime(buffer) {
      try socket.reply(into: buffer).withUnsafeBytes { try Result<Reply, KeychainError>(message: $0).get() }
    }
  }

  /// The results of work are large, and nobody receives them. There are more of them than the service has threads. Small
  /// results fill the queues of the sockets, and then the queues of the service. Large ones need several packets.
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
    service.permitDescriptors()
    let lie = [UInt8](repeating: 0, count: 64)
    let milliseconds = try delay(service) {
      for _ in 0..<4 {
        // The service refuses connections of a user who has sent too many descriptors.
        guard let sockets = try? (0..<4).map({ _ in try service.openSocket() }) else { continue }
        send(sockets[0], kind: .call, length: 1 << 40, lie)
        _ = sendDescriptors(sockets[1], 253)
        _ = lk_socket_send(sockets[2].descriptor, lie, 0, nil, 0, -1, 1)
        // The file is sparse, so it costs its sender nothing.
        guard let file = try? sockets[3].memory(PacketHeader.largestByteCount) else { continue }
        guard lk_memory_seal(file.descriptor) == 0 else { throw TestFailure(reason: "no seal") }
        try sockets[3].sendCall(in: file)
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
