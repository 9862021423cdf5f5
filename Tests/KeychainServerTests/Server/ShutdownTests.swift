import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

/// Tests of the end of the service.
@Suite struct ShutdownTests {
  /// A call that waits delays neither the handover of the unlocked keys nor the next service. The service manager ends the
  /// process after 5 seconds.
  @Test func aCallThatWaitsDelaysNoHandover() throws {
    let folder = try TemporaryDirectory()
    let manager = try NotifySocket(folder("manager"))
    let daemon = try TestDaemon(environment: ["NOTIFY_SOCKET=\(folder("manager"))"])
    let keychain = daemon.keychain()
    _ = try keychain.send(Call(.changePasscode(from: nil, to: try passcode("correct"))), from: TestItem.peer)
    let other = daemon.keychain()
    let work = Work.importBackup(passphrase: nil, deviceKey: nil, isDryRun: true, byteCount: 1000)
    guard case .handle(let handle) = try other.send(Call(.begin(work)), from: TestItem.peer) else {
      throw TestFailure(reason: "no work")
    }
    let waiting = BackgroundWork {
      _ = try? other.send(Call(.next(handle), timeLimit: .seconds(30)), from: TestItem.peer)
    }
    usleep(500_000)
    #expect(!waiting.isDone)
    let begin = ContinuousClock.now
    daemon.end(SIGTERM)
    #expect(ContinuousClock.now - begin < .seconds(5))
    #expect(manager.texts().contains { $0.hasPrefix("FDSTORE=1") })
    // A client whose connection ended connects again.
    try daemon.start()
    _ = try waiting.end()
  }
}

/// The socket on which a service manager receives the state of a service (sd_notify(3)).
private final class NotifySocket {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard descriptor >= 0, result == 0 else { throw TestFailure(reason: "no socket of a manager") }
  }

  deinit { close(descriptor) }

  /// The texts that came so far.
  func texts() -> [String] {
    var texts: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return texts }
      texts.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }
}
