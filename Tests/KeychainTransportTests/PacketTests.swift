import CPlatform
import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import KeychainTransport

/// Tests of packets, memory files and the handshake.
@Suite struct PacketTests {
  private struct Connection {
    let one: PacketSocket
    let other: PacketSocket

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
      (one, other) = (PacketSocket(owning: ends[0]), PacketSocket(owning: ends[1]))
      lk_socket_set_timeout(ends[0], 10_000)
      lk_socket_set_timeout(ends[1], 10_000)
    }
  }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  @Test(arguments: [0, 1, 1000, PacketHeader.largestInlineByteCount])
  func aPacketArrivesWhole(_ count: Int) throws {
    let connection = try Connection()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let header = PacketHeader(.call, number: 7, length: count)
    _ = try bytes.withUnsafeBytes { try connection.one.send(header, $0, waits: true) }
    let buffer = PacketBuffer()
    let packet = try connection.other.packet(into: buffer)
    #expect(packet.header == header)
    #expect(try packet.withBody { Array($0) } == bytes)
    withExtendedLifetime(buffer) {}
  }

  // MARK: Large replies

  private static let packetByteCount = PacketHeader.largestInlineByteCount

  /// Adds packets to a reply. Returns whether the reply is whole after each of them.
  private func collect(_ packets: [(length: Int, count: Int, isContinued: Bool)]) throws -> [Bool] {
    let bytes = [UInt8](repeating: 1, count: packets.map(\.count).max() ?? 0)
    func header(_ index: Int) -> PacketHeader {
      PacketHeader(.reply, number: 1, length: packets[index].length, isContinued: packets[index].isContinued)
    }
    let reply = CollectedReply(header(0), keepsBytes: true)
    return try packets.indices.map { index in
      try bytes.prefix(packets[index].count).withUnsafeBytes { try reply.add(header(index), $0) }
    }
  }

  @Test func theLengthsOfThePacketsOfAReplyAgree() throws {
    let size = Self.packetByteCount
    #expect(try collect([(size + 1, size, true), (1, 1, false)]) == [false, true])
    let three = [(3 * size, size, true), (2 * size, size, true), (size, size, false)]
    #expect(try collect(three) == [false, false, true])
    let lies: [(String, [(length: Int, count: Int, isContinued: Bool)])] = [
      ("more than announced", [(size + 1, size, true), (2, 2, false)]),
      ("less than announced", [(size + 2, size, true), (1, 1, false)]),
      ("a smaller length later", [(4 * size, size, true), (2 * size, size, true)]),
      ("a greater length later", [(2 * size, size, true), (2 * size, size, true)]),
      ("the same packet again", [(3 * size, size, true), (3 * size, size, true)]),
      ("a whole packet that says that others follow", [(2 * size, size, true), (size, size, true)]),
      ("a last packet with too few bytes", [(2 * size, size, true), (size, 1, false)]),
    ]
    for (name, packets) in lies { #expect(code { _ = try collect(packets) } == .decode, "\(name)") }
  }

  @Test func aReplyThatNobodyWaitsForIsNotKept() throws {
    let size = Self.packetByteCount
    let header = PacketHeader(.reply, number: 1, length: 60 << 20, isContinued: true)
    let reply = CollectedReply(header, keepsBytes: false)
    let bytes = [UInt8](repeating: 1, count: size)
    #expect(try bytes.withUnsafeBytes { try reply.add(header, $0) } == false)
    #expect(reply.take().isEmpty)
  }

  /// The header of a packet after which others follow.
  @Test func onlyFullPacketsOfAReplyAreFollowedByOthers() throws {
    let size = Self.packetByteCount
    func receive(_ kind: PacketKind, _ length: Int, _ count: Int) throws -> KeychainError.Code? {
      let header = PacketHeader(kind, number: 1, length: length, isContinued: true)
      return try self.receive(header.withEncoded { Array($0) } + [UInt8](repeating: 0, count: count))
    }
    #expect(try receive(.reply, size + 1, size) == nil)
    #expect(try receive(.reply, PacketHeader.largestByteCount, size) == nil)
    #expect(try receive(.reply, PacketHeader.largestByteCount + 1, size) == .decode)
    #expect(try receive(.reply, size, size) == .decode)
    #expect(try receive(.reply, size + 1, size - 1) == .decode)
    #expect(try receive(.reply, size + 1, 0) == .decode)
    for kind in [PacketKind.call, .question, .welcome, .changed] {
      #expect(try receive(kind, size + 1, size) == .decode)
    }
  }

  // MARK: Memory files

  /// The way of a large call: the service makes the file, the client fills it, the service reads it.
  @Test func aFileOfTheServiceIsFilledByTheClient() throws {
    let connection = try Connection()
    let bytes = [UInt8](repeating: 5, count: 3 << 20)
    let file = try MemoryFile(byteCount: bytes.count)
    let header = PacketHeader(.memory, number: 1, length: bytes.count, isInMemoryFile: true)
    _ = try connection.one.send(header, UnsafeRawBufferPointer(start: nil, count: 0), file, waits: true)
    do {
      let packet = try connection.other.packet(into: PacketBuffer())
      let received = try packet.memoryToFill()
      #expect(code { _ = try file.copy() } == .decode)
      // The size cannot change, so the client cannot let the service store more.
      #expect(ftruncate(received.descriptor, off_t(bytes.count + 1)) == -1)
      #expect(ftruncate(received.descriptor, off_t(bytes.count - 1)) == -1)
      #expect(code { try bytes.prefix(7).withUnsafeBytes { try received.fill($0) } } == .notAvailable)
      try bytes.withUnsafeBytes { try received.fill($0) }
    }
    #expect(try file.copy().withUnsafeBytes { Array($0) } == bytes)
    var byte: UInt8 = 0
    #expect(pwrite(file.descriptor, &byte, 1, 0) == -1)
  }

  /// A mapping through which the client could write later prevents the seal.
  @Test func aFileWithAWritableMappingCannotBeSealed() throws {
    let file = try MemoryFile(byteCount: 4096)
    let mapping = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0)
    try #require(mapping != MAP_FAILED)
    let bytes = [UInt8](repeating: 1, count: 4096)
    #expect(code { try bytes.withUnsafeBytes { try file.fill($0) } } == .notAvailable)
    #expect(code { _ = try file.copy() } == .decode)
    munmap(mapping, 4096)
    try bytes.withUnsafeBytes { try file.fill($0) }
    #expect(code { _ = try file.copy() } == nil)
  }

  /// A client refuses to fill another file than a memory file of the announced size.
  @Test func aClientFillsOnlyAMemoryFile() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1, 2, 3, 4], to: "file")
    let file = open(folder("file"), O_RDWR | O_CLOEXEC)
    let memory = try MemoryFile(byteCount: 4)
    defer { close(file) }
    for (descriptor, count, expected) in [
      (file, 4, .decode), (memory.descriptor, 5, .decode), (memory.descriptor, 4, nil),
    ] as [(Int32, Int, KeychainError.Code?)] {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      #expect(code { _ = try MemoryFile(owning: copy, byteCount: count) } == expected)
    }
  }

  /// A client takes a descriptor only as the answer to its request for a memory file.
  @Test func onlyAMemoryFileForACallMayBeReceived() throws {
    let memory = try MemoryFile(byteCount: 4)
    func receive(_ kind: PacketKind) throws -> KeychainError.Code? {
      let header = PacketHeader(kind, number: 1, length: 4, isInMemoryFile: true)
      return try self.receive(header.withEncoded { Array($0) }, descriptor: memory.descriptor)
    }
    #expect(try receive(.memory) == nil)
    for kind in [PacketKind.reply, .call, .welcome, .question] { #expect(try receive(kind) == .decode) }
  }

  @Test func onlyALargeCallGetsAMemoryFile() throws {
    for count in [PacketHeader.largestInlineByteCount + 1, PacketHeader.largestByteCount] {
      let request = MemoryRequest(byteCount: count)
      #expect(try request.bytes.withUnsafeBytes { try MemoryRequest($0) } == request)
    }
    for count in [0, PacketHeader.largestInlineByteCount, PacketHeader.largestByteCount + 1, -1] {
      let bytes = withUnsafeBytes(of: Int64(count).littleEndian) { Array($0) }
      #expect(code { _ = try bytes.withUnsafeBytes { try MemoryRequest($0) } } == .decode)
    }
    let bytes = MemoryRequest(byteCount: 1 << 20).bytes
    #expect(code { _ = try bytes.prefix(7).withUnsafeBytes { try MemoryRequest($0) } } == .decode)
    #expect(code { _ = try (bytes + [0]).withUnsafeBytes { try MemoryRequest($0) } } == .decode)
  }

  /// Sends raw bytes and descriptors. Returns the code of the error of the receiver.
  private func receive(_ bytes: [UInt8], descriptor: Int32 = -1) throws -> KeychainError.Code? {
    let connection = try Connection()
    #expect(lk_socket_send(connection.one.descriptor, bytes, bytes.count, nil, 0, descriptor, 1) == 0)
    return code { _ = try connection.other.receive(into: PacketBuffer(), waits: true) }
  }

  @Test func malformedHeadersAreRefused() throws {
    let header = PacketHeader(.call, number: 1, length: 2).withEncoded { Array($0) }
    #expect(try receive(header + [1, 2]) == nil)
    #expect(try receive(header + [1]) == .decode)
    #expect(try receive(header + [1, 2, 3]) == .decode)
    #expect(try receive(header) == .decode)
    #expect(try receive(Array(header.prefix(23))) == .decode)
    #expect(try receive([0]) == .decode)
    for (position, value) in [(0, 2), (1, 1), (4, 2), (4, 3), (4, 4), (7, 1), (23, 1)] as [(Int, UInt8)] {
      var changed = header
      changed[position] = value
      #expect(try receive(changed + [1, 2]) == .decode, "byte \(position)")
    }
    // A memory file without a descriptor, and a descriptor without a memory file.
    var inMemory = header
    inMemory[4] = 1
    #expect(try receive(inMemory) == .decode)
    #expect(try receive(header + [1, 2], descriptor: 0) == .decode)
    let long = [UInt8](repeating: 0, count: PacketHeader.byteCount + PacketHeader.largestInlineByteCount + 1)
    #expect(try receive(long) == .decode)
  }

  @Test func aPacketWithoutBytesEndsTheConnection() throws {
    #expect(try receive([]) == .notAvailable)
  }

  @Test func refusedPacketsLeaveNoDescriptorOpen() throws {
    func count() -> Int { TemporaryDirectory.names("/proc/self/fd").count }
    let header = PacketHeader(.call, number: 1, length: 2).withEncoded { Array($0) }
    let connection = try Connection()
    let buffer = PacketBuffer()
    let before = count()
    for _ in 0..<500 {
      #expect(lk_socket_send(connection.one.descriptor, header, header.count, nil, 0, 0, 1) == 0)
      #expect(throws: KeychainError.self) { _ = try connection.other.receive(into: buffer, waits: true) }
    }
    // Other tests run at the same time and have descriptors of their own.
    #expect(count() < before + 450)
  }

  /// The service leaves a packet with a descriptor in the queue, and receives those before it.
  @Test func theServiceReceivesNoDescriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    // An accepted socket has this option.
    var one: Int32 = 1
    try #require(setsockopt(ends[1], SOL_SOCKET, SO_PASSCRED, &one, socklen_t(MemoryLayout<Int32>.size)) == 0)
    let (client, service) = (PacketSocket(owning: ends[0]), PacketSocket(accepted: ends[1]))
    let packet = PacketHeader(.call, number: 1, length: 2).withEncoded { Array($0) } + [1, 2]
    #expect(lk_socket_send(client.descriptor, packet, packet.count, nil, 0, -1, 1) == 0)
    #expect(lk_socket_send(client.descriptor, packet, packet.count, nil, 0, 0, 1) == 0)
    let buffer = PacketBuffer()
    #expect(code { _ = try service.receive(into: buffer, waits: false) } == nil)
    for _ in 0..<3 { #expect(code { _ = try service.receive(into: buffer, waits: false) } == .decode) }
    #expect(Int(lk_socket_peek(service.descriptor)) == LK_NEXT_DESCRIPTORS)
  }

  /// Several threads receive while a client sends packets, and then the last descriptor of a pipe. Whoever closed the
  /// descriptor would end the pipe.
  @Test func threadsThatReceiveAtTheSameTimeReceiveNoDescriptor() throws {
    for round in 0..<200 {
      var (ends, pipe): ([Int32], [Int32]) = ([0, 0], [0, 0])
      try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
      var one: Int32 = 1
      try #require(setsockopt(ends[1], SOL_SOCKET, SO_PASSCRED, &one, socklen_t(MemoryLayout<Int32>.size)) == 0)
      try #require(lk_pipe(&pipe) == 0)
      let (client, service) = (PacketSocket(owning: ends[0]), PacketSocket(accepted: ends[1]))
      let receivers = (0..<3).map { _ in
        BackgroundWork {
          let buffer = PacketBuffer()
          var count = 0
          do {
            while true { if try service.receive(into: buffer, waits: false) != nil { count += 1 } }
          } catch let error as KeychainError { return error.code == .decode ? count : -1 }
        }
      }
      let packet = PacketHeader(.call, number: 1, length: 2).withEncoded { Array($0) } + [1, 2]
      for _ in 0..<20 { #expect(lk_socket_send(client.descriptor, packet, packet.count, nil, 0, -1, 1) == 0) }
      #expect(lk_socket_send(client.descriptor, packet, packet.count, nil, 0, pipe[1], 1) == 0)
      close(pipe[1])
      let counts = try receivers.map { try $0.end() }
      #expect(counts.reduce(0, +) == 20 && !counts.contains(-1), "round \(round): \(counts)")
      var state = pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0)
      #expect(poll(&state, 1, 0) == 0, "round \(round): the descriptor was closed")
      close(pipe[0])
    }
  }

  /// Without a look at the packet, the kernel still makes no descriptor.
  @Test func theSpaceForFactsHasNoRoomForADescriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    var one: Int32 = 1
    try #require(setsockopt(ends[1], SOL_SOCKET, SO_PASSCRED, &one, socklen_t(MemoryLayout<Int32>.size)) == 0)
    var facts = lk_packet()
    var byte: UInt8 = 0
    #expect(lk_socket_send(ends[0], [1], 1, nil, 0, 0, 1) == 0)
    #expect(lk_socket_receive(ends[1], &byte, 1, &facts, 0, 0) == -1 && errno == EMSGSIZE)
    #expect(facts.descriptor == -1 && facts.sender == getpid())
    #expect(lk_socket_send(ends[0], [1], 1, nil, 0, 0, 1) == 0)
    #expect(lk_socket_receive(ends[1], &byte, 1, &facts, 1, 0) == 1)
    #expect(facts.descriptor >= 0)
    close(facts.descriptor)
  }

  /// The kernel refuses the descriptors at their sender, from Linux 6.16. An accepted socket inherits the refusal.
  @Test func theKernelRefusesDescriptorsAtTheirSender() throws {
    let folder = try TemporaryDirectory()
    let listener = lk_socket_listen(folder("socket"), 4, 0o600)
    defer { close(listener) }
    // Kernels before 6.16 do not know the option.
    guard lk_socket_refuses_descriptors(listener) == 1 else { return }
    let client = PacketSocket(owning: lk_socket_connect(folder("socket"), 1000))
    #expect(lk_socket_send(client.descriptor, [1], 1, nil, 0, 0, 1) == -1 && errno == EPERM)
    let accepted = lk_socket_accept(listener)
    #expect(lk_socket_refuses_descriptors(accepted) == 1)
    let service = PacketSocket(accepted: accepted)
    #expect(lk_socket_send(client.descriptor, [1], 1, nil, 0, 0, 1) == -1 && errno == EPERM)
    #expect(Int(lk_socket_peek(service.descriptor)) == LK_NEXT_NOTHING)
    // The service can still send its files.
    #expect(lk_socket_send(service.descriptor, [1], 1, nil, 0, 0, 1) == 0)
  }

  @Test func aMalformedPacketDoesNotStayInTheBuffer() throws {
    let connection = try Connection()
    let packet = PacketHeader(.call, number: 1, length: 3).withEncoded { Array($0) } + [9, 9]
    #expect(lk_socket_send(connection.one.descriptor, packet, packet.count, nil, 0, -1, 1) == 0)
    let buffer = PacketBuffer()
    #expect(code { _ = try connection.other.receive(into: buffer, waits: true) } == .decode)
    #expect(buffer.bytes.prefix(packet.count).allSatisfy { $0 == 0 })
  }

  // MARK: The handshake

  @Test func theHandshakeIsReadAsItWasWritten() throws {
    let hello = Hello(versions: 1...3)
    #expect(try hello.bytes.withUnsafeBytes { try Hello($0) } == hello)
    let ofUser = Hello(versions: 1...3, keychainOf: 1000)
    #expect(try ofUser.bytes.withUnsafeBytes { try Hello($0) } == ofUser)
    for count in 5..<8 {
      #expect(throws: KeychainError.self) { try ofUser.bytes.prefix(count).withUnsafeBytes { try Hello($0) } }
    }
    let welcome = Welcome(
      version: 1, instance: [UInt8](repeating: 9, count: 16), user: 1000, grade: 3, application: "com.example.mail",
      accessGroups: ["a", "ü"], entitlements: ["yes"])
    #expect(try welcome.bytes.withUnsafeBytes { try Welcome($0) } == welcome)
    var ofUnit = welcome
    ofUnit.user = nil
    #expect(try ofUnit.bytes.withUnsafeBytes { try Welcome($0) } == ofUnit)
    for count in 0..<welcome.bytes.count {
      #expect(throws: KeychainError.self) { try welcome.bytes.prefix(count).withUnsafeBytes { try Welcome($0) } }
    }
    for count in 0..<4 {
      #expect(throws: KeychainError.self) { try hello.bytes.prefix(count).withUnsafeBytes { try Hello($0) } }
    }
    #expect(throws: KeychainError.self) { try [2, 0, 1, 0].withUnsafeBytes { try Hello($0) } }
  }

  // MARK: Questions

  @Test func questionsAndAnswersAreReadAsTheyWereWritten() throws {
    let nonce = try QuestionNonce([UInt8](1...16))
    let question = AgentQuestion(
      nonce, .passcode, seconds: 150, text: "Tür?\n\nIt says", shortText: "?", problem: "wrong")
    #expect(try question.bytes.withUnsafeBytes { try AgentQuestion($0) } == question)
    let first = AgentQuestion(nonce, .passcode, seconds: 1, text: "?", shortText: "", problem: nil)
    #expect(try first.bytes.withUnsafeBytes { try AgentQuestion($0) } == first)
    for count in 0..<question.bytes.count {
      #expect(throws: KeychainError.self) { try question.bytes.prefix(count).withUnsafeBytes { try AgentQuestion($0) } }
    }
    #expect(throws: KeychainError.self) { try (question.bytes + [0]).withUnsafeBytes { try AgentQuestion($0) } }
    let text = String(repeating: "x", count: 1025)
    let long = AgentQuestion(nonce, .passcode, seconds: 1, text: text, shortText: "", problem: nil)
    #expect(throws: KeychainError.self) { try long.bytes.withUnsafeBytes { try AgentQuestion($0) } }
    let typed = [UInt8]("secret".utf8)
    let answer = typed.withUnsafeBytes { AgentAnswer.bytes(nonce, .given, typed: $0) }
    try answer.withUnsafeBytes { (bytes) in
      let read = try AgentAnswer(bytes)
      #expect(read.nonce == nonce)
      #expect(read.outcome == .given)
      #expect(read.typed.withUnsafeBytes { Array($0) } == typed)
    }
  }

  @Test func malformedAnswersAreRefused() throws {
    let nonce = try QuestionNonce([UInt8](1...16))
    func isReadable(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { bytes in
        do throws(KeychainError) { _ = try AgentAnswer(bytes).outcome } catch { return false }
        return true
      }
    }
    #expect(isReadable(AgentAnswer.bytes(nonce, .dismissed)))
    for count in 0...16 { #expect(!isReadable([UInt8](repeating: 1, count: count))) }
    for outcome: UInt8 in [0, 5, 255] { #expect(!isReadable(nonce.bytes + [outcome])) }
    // Only an answer that the person gave has typed bytes, and not too many.
    #expect(!isReadable(nonce.bytes + [AgentAnswer.Outcome.dismissed.rawValue, 1]))
    #expect(isReadable(nonce.bytes + [1] + [UInt8](repeating: 1, count: 2048)))
    #expect(!isReadable(nonce.bytes + [1] + [UInt8](repeating: 1, count: 2049)))
  }
}

extension PacketSocket {
  /// The next packet of the other end.
  fileprivate func packet(into buffer: PacketBuffer) throws -> ReceivedPacket {
    guard let packet = try receive(into: buffer, waits: true) else {
      throw KeychainError(.unexpected, "no packet came in time")
    }
    return packet
  }
}
