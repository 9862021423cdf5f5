import CPlatform
import Foundation
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

@testable import Keychain
@testable import KeychainServer

/// Kills `keychaind` and its clients at random, and restarts `keychaind` on the same socket.
@Suite(.serialized) struct ChaosTests {
  /// A client that adds items, and the names of the items that the service acknowledged.
  private struct Writer {
    let process: ChildProcess
    let output: Int32

    init(_ daemon: TestDaemon, first: Int, count: Int) throws {
      var ends: [Int32] = [0, 0]
      guard lk_pipe(&ends) == 0 else { throw TestFailure(reason: "no pipe") }
      process = try ChildProcess(
        TestService.program,
        [daemon.folder("socket"), daemon.folder.path, "\(geteuid())", "add-many", "\(first)", "\(count)"],
        environment: ["PATH=/usr/bin:/bin"], descriptors: [0, ends[1], 2])
      close(ends[1])
      output = ends[0]
    }

    /// Waits for the end of the client. Returns the lines that it printed.
    func lines() throws -> [String] {
      defer { close(output) }
      let bytes = FileHandle(fileDescriptor: output, closeOnDealloc: false).readDataToEndOfFile()
      _ = try process.wait()
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// The number of items that the service must acknowledge. `make torture` has more.
  private static let count = getenv("LATCHKEY_TORTURE") == nil ? 240 : 10_000

  /// What the clients of one thread printed, and the number of clients that were killed.
  private struct Outcome {
    var lines: [String] = []
    var killedCount = 0
  }

  /// Runs one client after the other, until enough items are acknowledged. Kills most clients at a random time.
  private func write(_ daemon: TestDaemon, _ thread: Int) throws -> Outcome {
    var outcome = Outcome()
    var first = 1_000_000 * thread
    while outcome.lines.count < Self.count / 4 {
      let writer = try Writer(daemon, first: first, count: Self.count / 4 - outcome.lines.count)
      // The next client has other names, because a killed client may have added an item that it did not print.
      first += 10_000
      if Int.random(in: 0..<4) > 0 {
        usleep(UInt32.random(in: 50_000...1_000_000))
        writer.process.signal(SIGKILL)
        outcome.killedCount += 1
      }
      outcome.lines += try writer.lines()
    }
    return outcome
  }

  @Test func acknowledgedWritesAreStoredOnce() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("begin", [])
    let isOver = ForkSafeMutex(false)
    let killer = BackgroundWork {
      var kills = 0
      while !isOver.withLock({ $0 }) {
        usleep(UInt32.random(in: 20_000...400_000))
        daemon.end(kills % 3 == 0 ? SIGTERM : SIGKILL)
        try daemon.start()
        kills += 1
      }
      return kills
    }
    let writers = (1...4).map { thread in BackgroundWork { try write(daemon, thread) } }
    let outcomes = try writers.map { try $0.end() }
    isOver.withLock { $0 = true }
    #expect(try killer.end() > 0)

    let lines = outcomes.flatMap(\.lines)
    let killedCount = outcomes.map(\.killedCount).reduce(0, +)
    // An item that exists already would have been added twice.
    #expect(lines.filter { $0.contains(" ") } == [])
    #expect(lines.count >= Self.count)
    let acknowledged = Set(lines)
    #expect(acknowledged.count == lines.count)
    let keychain = daemon.keychain()
    let stored = try keychain.secrets()
    #expect(Set(stored).count == stored.count)
    #expect(acknowledged.subtracting(stored) == [])
    // A killed client may have added one item that it did not print.
    let further = Set(stored).subtracting(acknowledged).subtracting([""])
    #expect(further.count <= killedCount)
    try expectNoLitter(daemon)
  }

  /// Expects that the folder of the service has the files of one intact keychain, and nothing else.
  private func expectNoLitter(_ daemon: TestDaemon) throws {
    #expect(TemporaryDirectory.names(daemon.folder("state")) == ["\(geteuid())"])
    let location = StoreLocation(home: daemon.folder.path)
    let client = KeychainClient(daemon.keychain(), TestItem.peer, at: location, TrustSettingsStore(location))
    let report = try client.verify()
    #expect(report.isIntact && report.quarantined.isEmpty && report.setAside.isEmpty, "\(report)")
    let names = Set(TemporaryDirectory.names(daemon.folder("state/\(geteuid())")))
    let permanent: Set = ["keychain.db", "keybag.1", "latchkey.lock", "device.key", "owner"]
    #expect(permanent.subtracting(names) == [])
    #expect(names.subtracting(permanent).subtracting(["keychain.db-wal", "keychain.db-shm"]) == [])
  }

  // MARK: Attack 32

  /// A call with an identifier for which the client does not receive the reply.
  private struct LostCall {
    let identifier: RequestIdentifier
    let message: [UInt8]
    private let socket: PacketSocket

    init(_ daemon: TestDaemon, adding name: String) throws {
      guard case .changes(_, let cursor) = try daemon.keychain().send(Call(.changes(since: nil)), from: TestItem.peer)
      else { throw TestFailure(reason: "no cursor") }
      identifier = try RequestIdentifier(random: SystemRandom(), at: cursor)
      message = try Call(TestItem.addition(name, Array(name.utf8)), identifier: identifier).message()
      socket = try TestService.openSocket(at: daemon.folder("socket"))
      let header = PacketHeader(.call, number: 1, length: message.count)
      guard case .sent = try message.withUnsafeBytes({ try socket.send(header, $0, waits: true) }) else {
        throw TestFailure(reason: "the call was not sent")
      }
    }

    /// The outcome that a new connection learns.
    func outcome(_ daemon: TestDaemon) throws -> RequestOutcome {
      guard case .outcome(let outcome) = try daemon.keychain().send(Call(.outcome(of: identifier)), from: TestItem.peer)
      else { throw TestFailure(reason: "no outcome") }
      return outcome
    }

    /// Sends the call again through a new connection. Returns the error.
    func repetition(_ daemon: TestDaemon, adding name: String) -> KeychainError? {
      failure {
        let call = Call(TestItem.addition(name, Array(name.utf8)), identifier: identifier)
        _ = try daemon.keychain().send(call, from: TestItem.peer)
      }
    }
  }

  /// The service is killed while a write waits for its turn. The write is not carried out, also not later.
  @Test func aWriteThatWasKilledBeforeItsCommitIsRefused() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("begin", [1])
    let location = StoreLocation(home: daemon.folder("state/\(geteuid())"))
    let (isHeld, end) = (KeychainFiles.Semaphore(), KeychainFiles.Semaphore())
    let writer = BackgroundWork {
      _ = try LocalKeychain(location).write(until: .after(.seconds(30))) { (_) throws(KeychainError) in
        isHeld.signal()
        _ = end.wait(until: .after(.seconds(30)))
      }
    }
    #expect(isHeld.wait(until: .after(.seconds(30))))
    let call = try LostCall(daemon, adding: "a")
    usleep(300_000)
    daemon.end(SIGKILL)
    end.signal()
    try writer.end()
    try daemon.start()
    guard case .refused = try call.outcome(daemon) else {
      Issue.record("the write was carried out")
      return
    }
    #expect(call.repetition(daemon, adding: "a")?.cause == .requestRepeated)
    #expect(failure { _ = try daemon.keychain().secret("a") }?.code == .itemNotFound)
    try expectNoLitter(daemon)
  }

  /// The service is killed after a commit whose reply nobody received. The write is carried out once.
  @Test func aWriteThatWasKilledAfterItsCommitIsStoredOnce() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("begin", [1])
    let call = try LostCall(daemon, adding: "a")
    #expect(holds { (try? daemon.keychain().secret("a")) != nil })
    daemon.end(SIGKILL)
    try daemon.start()
    guard case .done(let items?) = try call.outcome(daemon), items.count == 1 else {
      Issue.record("the write was lost")
      return
    }
    #expect(call.repetition(daemon, adding: "a")?.cause == .requestRepeated)
    #expect(try daemon.keychain().secrets().count { $0 == "a" } == 1)
    try expectNoLitter(daemon)
  }

  /// The number of times that `keychaind` is replaced.
  private static let replacementCount = getenv("LATCHKEY_TORTURE") == nil ? 5 : 100

  /// Programs read and write without a break while `keychaind` ends in order and starts again.
  @Test func noReadFailsWhileTheDaemonIsReplaced() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("a", [1])
    let writer = try Writer(daemon, first: 0, count: 1_000_000)
    defer { writer.process.signal(SIGKILL) }
    let isOver = ForkSafeMutex(false)
    defer { isOver.withLock { $0 = true } }
    let counts = ForkSafeMutex([0, 0, 0])
    let readers = (0..<3).map { reader in
      let location = StoreLocation(home: daemon.folder.path)
      let client = KeychainClient(daemon.keychain(), TestItem.peer, at: location, TrustSettingsStore(location))
      return BackgroundWork {
        let query = ItemQuery(.genericPassword, attributes: TestItem.attributes("a"))
        while !isOver.withLock({ $0 }) {
          guard try client.perform(.search(SearchRequest(query, contents: [.secret]))).first?.secret == [1] else {
            throw TestFailure(reason: "wrong secret")
          }
          counts.withLock { $0[reader] += 1 }
        }
      }
    }
    for _ in 0..<Self.replacementCount {
      // A client repeats a read once. So each reader finishes a read of the present process before the next replacement.
      let before = counts.withLock { $0 }
      #expect(holds { zip(before, counts.withLock { $0 }).allSatisfy { $0 + 2 <= $1 } })
      usleep(100_000)
      daemon.end(SIGTERM)
      try daemon.start()
    }
    let before = counts.withLock { $0 }
    #expect(holds { zip(before, counts.withLock { $0 }).allSatisfy { $0 < $1 } })
    isOver.withLock { $0 = true }
    for reader in readers { try reader.end() }
    writer.process.signal(SIGKILL)
    #expect(try !writer.lines().isEmpty)
  }
}

extension RemoteKeychain {
  /// The secrets of all items.
  fileprivate func secrets() throws -> [String] {
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("test")]))
    let request = SearchRequest(query, contents: [.secret], limit: nil)
    guard case .items(let items) = try send(Call(.items(.search(request), proof: nil)), from: TestItem.peer) else {
      throw TestFailure(reason: "no items")
    }
    return items.map { String(decoding: $0.secret ?? [], as: UTF8.self) }
  }
}
