import CPlatform
import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

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
    // No temporary file stays.
    let names = TemporaryDirectory.names(daemon.folder("state/\(geteuid())"))
    #expect(names.filter { $0.hasPrefix(".") || $0.hasSuffix(".new") } == [])
  }

  /// The number of times that `keychaind` is replaced.
  private static let replacementCount = getenv("LATCHKEY_TORTURE") == nil ? 5 : 100

  /// Programs read and write without a break while `keychaind` ends in order and starts again.
  @Test func noReadFailsWhileTheDaemonIsReplaced() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("a", [1])
    let writer = try Writer(daemon, first: 0, count: 1_000_000)
    let isOver = ForkSafeMutex(false)
    let readers = (0..<3).map { _ in
      let location = StoreLocation(home: daemon.folder.path)
      let client = KeychainClient(daemon.keychain(), TestItem.peer, at: location, TrustSettingsStore(location))
      return BackgroundWork {
        var count = 0
        let query = ItemQuery(.genericPassword, attributes: TestItem.attributes("a"))
        while !isOver.withLock({ $0 }) {
          guard try client.perform(.search(SearchRequest(query, contents: [.secret]))).first?.secret == [1] else {
            throw TestFailure(reason: "wrong secret")
          }
          count += 1
        }
        return count
      }
    }
    for _ in 0..<Self.replacementCount {
      usleep(100_000)
      daemon.end(SIGTERM)
      try daemon.start()
    }
    usleep(300_000)
    isOver.withLock { $0 = true }
    for reader in readers { #expect(try reader.end() > 0) }
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
