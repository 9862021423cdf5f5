import Glibc
import Keychain
import TestSupport
import Testing

@testable import KeychainServer

/// Attack 26: floods of connections. The connections are new ones, so no test measures an established connection.
@Suite(.serialized, .enabled(if: isRoot)) struct ConnectionFloodTests {
  /// The longest permitted delay of a new connection of another user, in milliseconds.
  private static let longestDelay = 50

  /// The slowest of ten new connections of another user while several processes of a user do something. The best of six
  /// rounds, because other programs of the machine also delay connections.
  private func slowestConnection(_ service: TestService, during mode: String) throws -> (milliseconds: Int, made: Int) {
    let stop = service.folder("stop")
    unlink(stop)
    let work = BackgroundWork { try service.attack("flood", mode, stop, "4") }
    defer { unlink(stop) }
    usleep(500_000)
    var best = Int.max
    for _ in 0..<6 {
      let lines = try service.run("user", "12346", "slowest-connection", "10")
      best = min(best, try #require(lines.first.flatMap { Int($0) }, "\(lines)"))
    }
    try service.folder.write([], to: "stop", mode: 0o644)
    let lines = try work.end()
    return (best, try #require(lines.first.flatMap { Int($0) }, "\(lines)"))
  }

  @Test(arguments: ["connect", "hello"]) func aFloodOfConnectionsDelaysNoNewConnection(_ mode: String) throws {
    let service = try TestService()
    for user in ["12345", "12346"] {
      #expect(try service.run("user", user, "add", "a", "x", "") == ["added"])
    }
    let control = try slowestConnection(service, during: "busy")
    let flood = try slowestConnection(service, during: mode)
    #expect(flood.made > 2000)
    #expect(flood.milliseconds < control.milliseconds + Self.longestDelay, "control \(control.milliseconds) ms")
    // A slow control must not hide a delay.
    #expect(control.milliseconds < 500)
  }
}
