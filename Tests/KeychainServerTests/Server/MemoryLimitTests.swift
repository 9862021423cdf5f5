import CPlatform
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain
@testable import KeychainServer

/// Tests of the memory that one user may use, and of calls whose client ends.
@Suite(.serialized) struct MemoryLimitTests {
  private static let megabyte = 1 << 20

  private func limits(_ perUser: Int, _ perRequest: Int) -> ServerLimits {
    var limits = ServerLimits()
    limits.bytesPerUser = perUser * Self.megabyte
    limits.bytesPerRequest = perRequest * Self.megabyte
    return limits
  }

  private func search(limit: Int? = nil) -> Call {
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("test")]))
    return Call(.items(.search(SearchRequest(query, contents: [.secret], limit: limit)), proof: nil))
  }

  private func send(_ call: Call, _ socket: PacketSocket, number: UInt64 = 1) throws {
    let message = try call.message()
    _ = try message.withUnsafeBytes {
      try socket.send(PacketHeader(.call, number: number, length: $0.count), $0, waits: true)
    }
  }

  // MARK: Searches and replies

  @Test func aSearchStopsAtTheLargestResult() throws {
    let service = try TestService(limits: limits(16, 1))
    let keychain = service.keychain()
    for index in 0..<8 { try keychain.add("\(index)", [UInt8](repeating: 1, count: 200 << 10)) }
    #expect(failure { _ = try keychain.send(search(), from: TestItem.peer) }?.code == .dataTooLarge)
    let reply = try keychain.send(search(limit: 4), from: TestItem.peer)
    guard case .items(let items) = reply else { throw TestFailure(reason: "no items") }
    #expect(items.count == 4)
  }

  /// A client that does not receive large replies uses the memory of its user. Other calls of the user wait without a
  /// thread until the client is closed.
  @Test func aSearchWaitsForMemory() throws {
    var limits = limits(20, 4)
    limits.receiveTime = .seconds(5)
    let service = try TestService(limits: limits)
    let keychain = service.keychain()
    try keychain.add("a", [UInt8](repeating: 1, count: 3 * Self.megabyte))
    // The replies use 12 MiB. A further search needs 9 MiB.
    let slow = try (0..<4).map { _ in try service.openSocket() }
    for socket in slow {
      try send(search(), socket)
      #expect(holds { socket.hasPacket })
    }
    let begin = ContinuousClock.now
    #expect(try keychain.secret("a")?.count == 3 * Self.megabyte)
    #expect(ContinuousClock.now - begin > .seconds(1))
    #expect(ContinuousClock.now - begin < .seconds(15))
  }

  @Test func receivedRepliesUseNoMemory() throws {
    let service = try TestService(limits: limits(16, 4))
    let keychain = service.keychain()
    try keychain.add("a", [UInt8](repeating: 1, count: 3 * Self.megabyte))
    let begin = ContinuousClock.now
    for _ in 0..<10 { #expect(try keychain.secret("a")?.count == 3 * Self.megabyte) }
    #expect(ContinuousClock.now - begin < .seconds(10))
  }

  /// Programs of one user that find large secrets at the same time wait for each other.
  @Test func concurrentLargeSearchesSucceed() throws {
    let service = try TestService(limits: limits(16, 4))
    try service.keychain().add("a", [UInt8](repeating: 1, count: 2 * Self.megabyte))
    let works = (0..<6).map { _ in
      BackgroundWork {
        let keychain = service.keychain()
        for _ in 0..<5 {
          guard try keychain.secret("a")?.count == 2 * Self.megabyte else { throw TestFailure(reason: "no secret") }
        }
      }
    }
    for work in works { try work.end() }
  }

  /// A user may use half of what is free. So memory is left for others, however much a user asks for.
  @Test func aUserLeavesMemoryForOthers() throws {
    let pool = MemoryPool(limit: 24 * Self.megabyte)
    func account() -> MemoryAccount {
      MemoryAccount(limit: 100 * Self.megabyte, largestResult: 4 * Self.megabyte, pool: pool)
    }
    let accounts = (0..<4).map { _ in account() }
    var claims: [[MemoryClaim]] = []
    for account in accounts {
      var own: [MemoryClaim] = []
      while let claim = account.claim(Self.megabyte / 4) { own.append(claim) }
      claims.append(own)
    }
    // A third, a third of the rest, and so on.
    #expect(claims.map(\.count) == [32, 21, 14, 9])
    #expect(accounts.allSatisfy { !$0.hasRoom(for: Self.megabyte / 4) })
    #expect(account().hasRoom(for: Self.megabyte))
    claims.removeAll()
    #expect(pool.byteCount == 0)
    #expect(accounts.allSatisfy { $0.byteCount == 0 && $0.hasRoom(for: 8 * Self.megabyte) })
  }

  // MARK: Messages

  @Test func onlyACallMayBeInAMemoryFile() throws {
    let service = try TestService()
    let hello = Hello(versions: Call.messageVersion...Call.messageVersion).bytes
    let socket = try service.socket()
    _ = try socket.send(
      PacketHeader(.hello, length: hello.count, isInMemoryFile: true),
      UnsafeRawBufferPointer(start: nil, count: 0), waits: true)
    #expect(failure { _ = try socket.receive(into: PacketBuffer(), waits: true) }?.cause == .connectionLost)
    let long = hello + [UInt8](repeating: 0, count: 5000)
    let other = try service.socket()
    _ = try long.withUnsafeBytes { try other.send(PacketHeader(.hello, length: $0.count), $0, waits: true) }
    #expect(failure { _ = try other.receive(into: PacketBuffer(), waits: true) }?.cause == .connectionLost)
  }

  /// A memory file counts for its client. Its call waits for the memory of the service without a thread.
  @Test func aLargeCallWaitsForMemory() throws {
    var limits = limits(16, 4)
    limits.receiveTime = .seconds(5)
    let service = try TestService(limits: limits)
    let keychain = service.keychain()
    try keychain.add("a", [UInt8](repeating: 1, count: 3 * Self.megabyte))
    // The memory of an addition is free a moment after its reply.
    #expect(holds { service.usedByteCount == 0 })
    let slow = try (0..<2).map { _ in try service.openSocket() }
    for socket in slow {
      try send(search(), socket)
      #expect(holds { socket.hasPacket })
    }
    #expect(service.usedByteCount > 6 * Self.megabyte)
    let socket = try service.openSocket()
    let used = service.usedByteCount
    let file = try socket.memory(3 * Self.megabyte)
    #expect(service.usedByteCount == used)
    try [UInt8](repeating: 0, count: file.byteCount).withUnsafeBytes { try file.fill($0) }
    try socket.sendCall(in: file)
    usleep(300_000)
    #expect(!socket.hasPacket && service.usedByteCount == used)
    // The call is malformed, so its reply is an error. It comes when the slow clients are disconnected.
    #expect(holds { socket.hasPacket })
    withExtendedLifetime(slow) {}
  }

  /// A call that can never fit is refused at once.
  @Test func aCallThatIsTooLargeIsRefusedBeforeItIsSent() throws {
    let service = try TestService(limits: limits(8, 4))
    let request = AddRequest(
      .genericPassword, attributes: TestItem.attributes("a"), secret: [UInt8](repeating: 1, count: 3 * Self.megabyte))
    let begin = ContinuousClock.now
    let keychain = service.keychain()
    let error = failure { _ = try keychain.send(Call(.items(.add(request), proof: nil)), from: TestItem.peer) }
    #expect(error?.code == .dataTooLarge)
    #expect(ContinuousClock.now - begin < .seconds(5))
  }

  /// A connection has one memory file. A later one replaces it, and the end of the connection frees it.
  @Test func aConnectionHasOneMemoryFile() throws {
    let service = try TestService(limits: limits(16, 4))
    for _ in 0..<4 {
      let socket = try service.openSocket()
      for number in 1...8 { _ = try socket.memory(3 * Self.megabyte, number: UInt64(number)) }
    }
    let socket = try service.openSocket()
    let earlier = try socket.memory(3 * Self.megabyte, number: 1)
    _ = try socket.memory(3 * Self.megabyte, number: 2)
    try [UInt8](repeating: 0, count: earlier.byteCount).withUnsafeBytes { try earlier.fill($0) }
    try socket.sendCall(in: earlier, number: 1)
    #expect(failure { _ = try socket.receive(into: PacketBuffer(), waits: true) }?.cause == .connectionLost)
  }

  /// A client that does not fill its memory file loses the file, and keeps its connection. A call that comes too late is
  /// refused.
  @Test func aMemoryFileEndsAfterATime() throws {
    var limits = limits(16, 4)
    limits.fillTime = .milliseconds(100)
    let service = try TestService(limits: limits)
    let socket = try service.openSocket()
    _ = try socket.memory(3 * Self.megabyte)
    // The file of another connection has room only after that time.
    let other = try service.openSocket()
    let file = try other.memory(3 * Self.megabyte)
    #expect(!socket.hasPacket)
    #expect(holds { service.heldFileCount == 0 })
    try [UInt8](repeating: 0, count: file.byteCount).withUnsafeBytes { try file.fill($0) }
    try other.sendCall(in: file)
    let answer = try other.reply().withUnsafeBytes { try Result<Reply, KeychainError>(message: $0) }
    #expect(failure { _ = try answer.get() }?.failureCause == .timedOut)
    // The connection stays, and the same call is refused no second time.
    let next = try other.memory(3 * Self.megabyte, number: 2)
    try [UInt8](repeating: 0, count: next.byteCount).withUnsafeBytes { try next.fill($0) }
    try other.sendCall(in: next, number: 2)
    #expect(try other.packet(into: PacketBuffer()).header.number == 2)
    try other.sendCall(in: file)
    #expect(failure { _ = try other.receive(into: PacketBuffer(), waits: true) }?.cause == .connectionLost)
  }

  /// The second file of a process waits for the first one. Other calls pass it.
  @Test func aProcessFillsOneMemoryFileAtATime() throws {
    let service = try TestService(limits: limits(64, 4))
    let keychain = service.keychain()
    try keychain.add("a", [UInt8](repeating: 1, count: Self.megabyte))
    let sockets = try (0..<3).map { _ in try service.openSocket() }
    let first = try sockets[0].memory(Self.megabyte)
    let request = MemoryRequest(byteCount: Self.megabyte).bytes
    for socket in sockets.dropFirst() {
      _ = try request.withUnsafeBytes {
        try socket.send(PacketHeader(.memoryRequest, number: 1, length: $0.count), $0, waits: true)
      }
    }
    usleep(200_000)
    #expect(!sockets[1].hasPacket && !sockets[2].hasPacket)
    #expect(service.heldFileCount == 1)
    #expect(try keychain.secret("a")?.count == Self.megabyte)
    try [UInt8](repeating: 0, count: first.byteCount).withUnsafeBytes { try first.fill($0) }
    try sockets[0].sendCall(in: first)
    #expect(holds { sockets[1].hasPacket != sockets[2].hasPacket })
    for socket in sockets { socket.close() }
    #expect(holds { service.usedByteCount == 0 })
  }

  /// A client cannot collect memory files in the queue of its socket.
  @Test func aClientReceivesItsMemoryFileBeforeTheNext() throws {
    let service = try TestService(limits: limits(64, 4))
    let socket = try service.openSocket()
    let request = MemoryRequest(byteCount: Self.megabyte).bytes
    for number in 1...5 {
      _ = try request.withUnsafeBytes {
        try socket.send(PacketHeader(.memoryRequest, number: UInt64(number), length: $0.count), $0, waits: true)
      }
    }
    let buffer = PacketBuffer()
    usleep(200_000)
    #expect(try socket.packet(into: buffer).header.kind == PacketKind.memory.rawValue)
    for number in 2...5 {
      let packet = try socket.packet(into: buffer)
      #expect(packet.header.kind == PacketKind.reply.rawValue && packet.header.number == UInt64(number))
    }
    _ = try socket.memory(Self.megabyte, number: 6)
  }

  /// Threads of one program that add large items share a connection, and so its one memory file.
  @Test func concurrentLargeAddsSucceed() throws {
    let service = try TestService(limits: limits(16, 4))
    let keychain = service.keychain()
    let works = (0..<6).map { index in
      BackgroundWork {
        for number in 0..<5 { try keychain.add("\(index).\(number)", [UInt8](repeating: 1, count: 2 * Self.megabyte)) }
      }
    }
    for work in works { try work.end() }
    #expect(try keychain.secret("5.4")?.count == 2 * Self.megabyte)
    #expect(holds { service.heldFileCount == 0 })
  }

  // MARK: Work

  private func begin(_ name: String, _ keychain: RemoteKeychain) throws -> Handle {
    let request = AddRequest(
      .genericPassword, attributes: TestItem.attributes(name), secret: [UInt8](repeating: 1, count: Self.megabyte),
      contents: [.secret])
    let reply = try keychain.send(
      Call(.begin(.add([request], sparingPresent: false, proof: nil))), from: TestItem.peer)
    guard case .handle(let handle) = reply else { throw TestFailure(reason: "no handle") }
    return handle
  }

  private func isStored(_ name: String, _ keychain: RemoteKeychain) -> Bool {
    let query = ItemQuery(.genericPassword, attributes: TestItem.attributes(name))
    let reply = try? keychain.send(Call(.items(.search(SearchRequest(query)), proof: nil)), from: TestItem.peer)
    guard case .items(let items) = reply else { return false }
    return !items.isEmpty
  }

  private func result(_ handle: Handle, _ keychain: RemoteKeychain) throws -> Reply {
    while true {
      if case .ended(let reply) = try keychain.send(Call(.next(handle)), from: TestItem.peer) { return reply }
    }
  }

  /// Work, its results and their messages use memory until the client fetches the results.
  @Test func resultsUseTheMemoryOfTheUser() throws {
    var limits = limits(16, 2)
    limits.memoryTime = .seconds(2)
    let service = try TestService(limits: limits)
    let keychains = (0..<4).map { _ in service.keychain() }
    var handles: [(Handle, RemoteKeychain)] = []
    var error: KeychainError?
    for index in 0..<8 where error == nil {
      error = failure { handles.append((try begin("\(index)", keychains[index % 4]), keychains[index % 4])) }
      // The work has ended, and its result waits.
      if error == nil { #expect(holds { isStored("\(index)", keychains[0]) }) }
    }
    #expect(error?.code == .notAvailable && handles.count >= 3, "\(handles.count) \(String(describing: error))")
    for (handle, keychain) in handles { _ = try result(handle, keychain) }
    // The memory of a fetched result is free when the client has received it.
    #expect(holds { (try? begin("last", keychains[0])) != nil })
  }

  // MARK: Calls whose client ends

  /// A writer of another process, which keeps the database locked.
  private func writer(_ service: TestService, _ end: KeychainFiles.Semaphore) -> BackgroundWork<Void> {
    let folder = service.folder("state/\(geteuid())")
    let context = service.machine.context()
    return BackgroundWork {
      let keychain = LocalKeychain(StoreLocation(home: folder), locking: context)
      _ = try keychain.write(until: .after(.seconds(30))) { (_) throws(KeychainError) in
        _ = end.wait(until: .after(.seconds(30)))
      }
    }
  }

  @Test func aWriteOfAClientThatEndsIsNotCarriedOut() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("first", [1])
    let end = KeychainFiles.Semaphore()
    let writer = writer(service, end)
    #expect(writer.waits())
    do {
      let socket = try service.openSocket()
      try send(Call(TestItem.addition("late", [2])), socket)
      usleep(300_000)
    }
    usleep(300_000)
    end.signal()
    try writer.end()
    // A later write has its turn after the write of the ended client.
    try keychain.add("last", [3])
    #expect(try keychain.secret("last") == [3])
    #expect(failure { _ = try keychain.secret("late") }?.code == .itemNotFound)
  }

  // MARK: Refusals

  @Test func refusalsOfCallsAreLogged() throws {
    let service = try TestService()
    let keychain = service.keychain()
    for _ in 0..<20 { #expect(failure { try keychain.add("a", [1], "com.example.bank") }?.code == .missingEntitlement) }
    #expect(holds { service.refusals.map(\.count) == [1] })
    service.stop()
    #expect(service.refusals.map(\.count) == [1, 19])
    #expect(service.refusals.allSatisfy { $0.user == geteuid() && $0.code == .missingEntitlement })
    #expect(service.refusals.allSatisfy { $0.process == getpid() })
    #expect(service.refusals.allSatisfy { !"\($0)".contains("bank") })
  }
}
