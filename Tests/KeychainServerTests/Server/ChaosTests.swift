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

  /// The number of items that each of the four clients adds. `make torture` adds more.
  private static let count = getenv("LATCHKEY_TORTURE") == nil ? 60 : 2500

  @Test func acknowledgedWritesAreStoredOnce() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("begin", [])
    let writers = try (0..<4).map { try Writer(daemon, first: 1_000_000 * ($0 + 1), count: Self.count) }
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
    // One client is killed. The items that it printed were acknowledged.
    usleep(300_000)
    writers[3].process.signal(SIGKILL)
    let lines = try writers.flatMap { try $0.lines() }
    isOver.withLock { $0 = true }
    #expect(try killer.end() > 0)
    let keychain = daemon.keychain()
    for line in lines where !line.contains(" ") {
      #expect(try keychain.secret(line) == Array(line.utf8))
    }
    // An item that exists already would have been added twice.
    #expect(lines.filter { $0.contains(" ") } == [])
    #expect(lines.count >= 3 * Self.count)
    // No temporary file stays.
    let names = TemporaryDirectory.names(daemon.folder("state/\(geteuid())"))
    #expect(names.filter { $0.hasPrefix(".") || $0.hasSuffix(".new") } == [])
  }

  /// Programs read without a break while `keychaind` ends in order and starts again.
  @Test func noReadFailsWhileTheDaemonIsReplaced() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("a", [1])
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
    for _ in 0..<5 {
      usleep(100_000)
      daemon.end(SIGTERM)
      try daemon.start()
    }
    usleep(300_000)
    isOver.withLock { $0 = true }
    for reader in readers { #expect(try reader.end() > 0) }
  }
}
