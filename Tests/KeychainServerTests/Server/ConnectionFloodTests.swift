import Glibc
import Keychain
import KeychainFiles
import TestSupport
import Testing

@testable import KeychainServer

/// Attack 26: floods of connections. The connections are new ones, so no test measures an established connection.
@Suite(.serialized, .enabled(if: isRoot)) struct ConnectionFloodTests {
  /// The longest permitted delay of a new connection of another user, in milliseconds.
  private static let longestDelay = 50

  /// The number of connections of the attack.
  private static let connectionCount = 10_000
  private static let processCount = 4

  /// The slowest of ten new connections of another user while several processes of a user do something, in at least six
  /// rounds. A quarter of the rounds is not slower, because other programs of the machine also delay connections.
  private func slowestConnection(
    _ service: TestService, during mode: String, making count: Int = 0
  ) throws -> (milliseconds: Int, made: Int) {
    let folder = try TemporaryDirectory()
    chmod(folder.path, 0o777)
    let stop = folder("stop")
    let work = BackgroundWork { try service.attack("flood", mode, stop, "\(Self.processCount)", "\(count)") }
    defer { try? folder.write([], to: "stop", mode: 0o644) }
    usleep(500_000)
    let deadline = Deadline.after(.seconds(100))
    var rounds: [Int] = []
    // The measurement ends when every process has made its part of the connections.
    while rounds.count < 6
      || (count > 0 && folder.names().count < Self.processCount && deadline.remaining > .zero)
    {
      let lines = try service.run("user", "12346", "slowest-connection", "10")
      rounds.append(try #require(lines.first.flatMap { Int($0) }, "\(lines)"))
    }
    try folder.write([], to: "stop", mode: 0o644)
    let lines = try work.end()
    return (rounds.sorted()[rounds.count / 4], try #require(lines.first.flatMap { Int($0) }, "\(lines)"))
  }

  @Test(arguments: ["connect", "hello"]) func aFloodOfConnectionsDelaysNoNewConnection(_ mode: String) throws {
    let service = try TestService()
    for user in ["12345", "12346"] {
      #expect(try service.run("user", user, "add", "a", "x", "") == ["added"])
    }
    // Other programs of the machine may be busy during one of the two measurements only.
    var isShort = false
    var times: [String] = []
    for _ in 0..<3 where !isShort {
      let control = try slowestConnection(service, during: "busy")
      let flood = try slowestConnection(service, during: mode, making: Self.connectionCount)
      #expect(flood.made >= Self.connectionCount)
      times.append("control \(control.milliseconds) ms, flood \(flood.milliseconds) ms")
      // A slow control must not hide a delay.
      isShort = flood.milliseconds < control.milliseconds + Self.longestDelay && control.milliseconds < 500
    }
    #expect(isShort, "\(times)")
  }
}
