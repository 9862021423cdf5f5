import CPlatform
import Foundation
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

/// The program `keychaind` with a socket that stays when the program ends, as with a service manager.
final class TestDaemon: Sendable {
  let folder: TemporaryDirectory
  private let listener: Int32
  private let process = ForkSafeMutex<ChildProcess?>(nil)
  private let descriptorCount: Int
  private let environment: [String]
  private let errors: Int32

  /// - Parameters:
  ///   - descriptorCount: The largest number of descriptors of the program.
  ///   - environment: Further variables of the program.
  ///   - errors: The standard error of the program.
  init(descriptorCount: Int = 1024, environment: [String] = [], errors: Int32 = STDERR_FILENO) throws {
    self.descriptorCount = descriptorCount
    self.environment = environment
    self.errors = errors
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    mkdir(folder("state"), 0o700)
    listener = lk_socket_listen(folder("socket"), 64, 0o666)
    guard listener >= 0 else { throw TestFailure(reason: "no socket") }
    try start()
  }

  deinit {
    end(SIGKILL)
    close(listener)
  }

  func start() throws {
    let program = (TestService.program as NSString).deletingLastPathComponent + "/keychaind"
    // The shell and the program have the same number.
    let script = "ulimit -n \(descriptorCount); LISTEN_PID=$$ exec '\(program)' --state-directory '\(folder("state"))'"
    // The program must not use the system bus of this machine.
    let child = try ChildProcess(
      "/bin/sh", ["-c", script],
      environment: ["PATH=/usr/bin:/bin", "LISTEN_FDS=1", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent"]
        + environment,
      descriptors: [0, 1, errors, listener])
    process.withLock { $0 = child }
  }

  /// Ends the program with a signal, and waits for its end.
  func end(_ signal: Int32) {
    guard let child = process.withLock({ $0.take() }) else { return }
    child.signal(signal)
    _ = try? child.wait()
  }

  func keychain() -> RemoteKeychain {
    RemoteKeychain(
      ServiceConfiguration(socketPath: folder("socket"), user: geteuid()),
      trust: RootOwnedFolder.Trust(owner: geteuid(), anchor: folder.path))
  }

  /// A connection after its handshake.
  func openSocket() throws -> PacketSocket {
    let socket = try TestService.openSocket(at: folder("socket"))
    // A debug build decodes large messages slowly.
    lk_socket_set_timeout(socket.descriptor, 30_000)
    return socket
  }

  /// The number of the process.
  private func number() throws -> Int32 { try #require(process.withLock { $0?.identifier }) }

  /// The resident memory of the program in bytes: at present, and the largest so far.
  func memory() throws -> (present: Int, largest: Int) {
    let lines = try String(contentsOfFile: "/proc/\(try number())/status", encoding: .utf8).split(separator: "\n")
    func bytes(_ name: String) throws -> Int {
      let line = try #require(lines.first { $0.hasPrefix(name) })
      return try #require(Int(line.filter(\.isNumber))) << 10
    }
    return (try bytes("VmRSS:"), try bytes("VmHWM:"))
  }

  /// Lets the kernel measure the largest resident memory of the program again.
  func forgetLargestMemory() throws {
    try "5".write(toFile: "/proc/\(try number())/clear_refs", atomically: false, encoding: .utf8)
  }

  /// The computing time that the program has used, in seconds.
  func computingTime() throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(try number())/stat", encoding: .utf8)
    let fields = try #require(stat.split(separator: ")").last).split(separator: " ")
    return try Double(#require(Int(fields[11])) + #require(Int(fields[12]))) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
