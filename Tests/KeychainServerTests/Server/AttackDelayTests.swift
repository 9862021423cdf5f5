import CPlatform
import CTestSupport
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainServer
@testable import KeychainTransport

/// Attacks that try to delay the programs of other users.
extension AttackTests {
  /// The slowest search of another user, in milliseconds, before and during an attack.
  private struct Delay {
    let before: Int
    let during: Int
    /// The slowest search while programs compute. Measured only if the attack seems to delay searches.
    let control: Int?
    /// The number of times that the attack was carried out while the searches were measured.
    let attackCount: Int

    /// Whether the attack delays nobody. On a slow machine, programs that only compute delay searches, too.
    var isShort: Bool {
      guard let control else { return during - before < AttackTests.longestDelay }
      // A slow control must not hide a delay.
      return during - control < AttackTests.longestDelay && control < 10 * AttackTests.longestDelay
    }
  }

  /// Measures the searches of another user before and during an attack, up to three times. Other programs of the
  /// machine may disturb one measurement and not the next.
  private func delay(_ service: TestService, during attack: @escaping @Sendable () throws -> Void) throws -> Delay {
    #expect(try service.run("user", "12345", "add", "victim", "x", "") == ["added"])
    for _ in 0..<2 {
      let measured = try measure(service, during: attack)
      if measured.isShort { return measured }
    }
    return try measure(service, during: attack)
  }

  /// Measures the searches of the user of the item "victim". Other programs of the machine delay searches, too, so each
  /// figure is the second best of three rounds.
  private func measure(_ service: TestService, during attack: @escaping @Sendable () throws -> Void) throws -> Delay {
    func slowest() throws -> Int {
      let rounds = try (0..<3).map { _ in
        let lines = try service.run("user", "12345", "find", "victim", "", "slowest-find", "200")
        return try #require(Int(lines[1]), "\(lines)")
      }
      return rounds.sorted()[1]
    }
    let before = try slowest()
    let isOver = ForkSafeMutex(false)
    let count = ForkSafeMutex(0)
    let work = BackgroundWork {
      while !isOver.withLock({ $0 }) {
        try attack()
        count.withLock { $0 += 1 }
      }
    }
    defer { isOver.withLock { $0 = true } }
    usleep(200_000)
    let first = count.withLock { $0 }
    let during = try slowest()
    let last = count.withLock { $0 }
    isOver.withLock { $0 = true }
    try work.end()
    guard during - before >= Self.longestDelay else {
      return Delay(before: before, during: during, control: nil, attackCount: last - first)
    }
    // The service works on eight requests of a user at the same time.
    let folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    let computing = BackgroundWork { try service.attack("flood", "busy", folder("stop"), "8", "0") }
    defer { try? folder.write([], to: "stop", mode: 0o644) }
    usleep(200_000)
    let control = try slowest()
    try folder.write([], to: "stop", mode: 0o644)
    _ = try computing.end()
    return Delay(before: before, during: during, control: control, attackCount: last - first)
  }

  /// The longest permitted delay of another user's search, in milliseconds.
  fileprivate static let longestDelay = 50

  @Test(.enabled(if: isRoot)) func connectionsWithoutHelloDelayNobody() throws {
    let service = try TestService()
    let delay = try delay(service) {
      let sockets = (0..<100).compactMap { _ in try? service.socket() }
      withExtendedLifetime(sockets) {}
    }
    #expect(delay.isShort && delay.attackCount > 0, "\(delay)")
  }

  @Test(.enabled(if: isRoot)) func aFloodOfCallsDelaysNobody() throws {
    let service = try TestService()
    try service.keychain().add("a", [1])
    let search = try Call(TestItem.search("a")).message()
    let delay = try delay(service) {
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
    #expect(delay.isShort && delay.attackCount > 0, "\(delay)")
  }

  @Test(.enabled(if: isRoot)) func largeRepliesThatNobodyReceivesDelayNobody() throws {
    var limits = ServerLimits()
    limits.receiveTime = .seconds(1)
    let service = try TestService(limits: limits)
    try service.keychain().add("a", [UInt8](repeating: 1, count: 4 << 20))
    let search = try Call(TestItem.search("a")).message()
    let delay = try delay(service) {
      let sockets = try (0..<8).map { _ in try service.openSocket() }
      for socket in sockets {
        for _ in 0..<20 { send(socket, kind: .call, search) }
      }
      usleep(200_000)
    }
    #expect(delay.isShort && delay.attackCount > 0, "\(delay)")
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
    let delay = try delay(service) {
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
    #expect(delay.isShort && delay.attackCount > 0, "\(delay)")
    #expect(resultCount.withLock { $0 } > 0)
  }

  /// Large messages, lies about lengths, and descriptors come in a flood.
  @Test(.enabled(if: isRoot)) func aFloodOfLiesDelaysNobody() throws {
    let service = try TestService()
    service.permitDescriptors()
    let lie = [UInt8](repeating: 0, count: 64)
    let lieCount = ForkSafeMutex(0)
    let delay = try delay(service) {
      for _ in 0..<4 {
        // The service refuses connections of a user who has sent too many descriptors.
        guard let sockets = try? (0..<4).map({ _ in try service.openSocket() }) else {
          usleep(1000)
          continue
        }
        send(sockets[0], kind: .call, length: 1 << 40, lie)
        _ = sendDescriptors(sockets[1], 253)
        _ = lk_socket_send(sockets[2].descriptor, lie, 0, nil, 0, -1, 1)
        // The file is sparse, so it costs its sender nothing.
        guard let file = try? sockets[3].memory(PacketHeader.largestByteCount / 8) else { continue }
        guard lk_memory_seal(file.descriptor) == 0 else { throw TestFailure(reason: "no seal") }
        try sockets[3].sendCall(in: file)
        lieCount.withLock { $0 += 1 }
      }
    }
    // The attacks of the first round alone would prove nothing.
    #expect(lieCount.withLock { $0 } > 4)
    #expect(delay.isShort && delay.attackCount > 0, "\(delay)")
  }

  @Test(.enabled(if: isRoot)) func connectionsOfManyUsersDelayNobody() throws {
    let service = try TestService()
    let user = ForkSafeMutex<UInt32>(600_000)
    let delay = try delay(service) {
      let descriptors = (0..<200).map { _ in
        lk_test_connect_as(
          user.withLock { user in
            user = 600_000 + (user + 1) % 60_000
            return user
          }, service.folder("socket"))
      }
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    }
    #expect(delay.isShort && delay.attackCount > 0, "\(delay)")
  }
}
