import Foundation
import Glibc
package import Keychain
package import KeychainModel
import Synchronization
import TestSupport

/// The process `keychain-server`, which serves all keychains of the tests.
///
/// Eight socket pairs connect the test process and the server, so that eight threads can make calls at the same time.
/// The server has one thread for each socket pair.
final class KeychainServer: Sendable {
  static let shared = KeychainServer()
  static let socketCount = 8

  private let idle: Mutex<[FrameSocket]>
  private let available = DispatchSemaphore(value: KeychainServer.socketCount)

  private init() {
    var (own, theirs): ([FrameSocket], [Int32]) = ([], [])
    for _ in 0..<Self.socketCount {
      var pair: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0
      else { fatalError("no socket pair") }
      own.append(FrameSocket(pair[0]))
      theirs.append(pair[1])
    }
    // The server's descriptors 0, 1 and 3 to 8 are sockets. Its descriptor 2 is standard error.
    theirs.insert(2, at: 2)
    do {
      _ = try ChildProcess(
        Self.program, [], environment: ["PATH=/usr/bin:/bin"], descriptors: theirs)
    } catch { fatalError("keychain-server cannot be started: \(error)") }
    for descriptor in theirs where descriptor != 2 { close(descriptor) }
    idle = Mutex(own)
  }

  private static var program: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (own as NSString).deletingLastPathComponent + "/keychain-server"
  }

  /// Sends an envelope and a message. Returns the answer of the server.
  func ask(_ envelope: Envelope, _ message: [UInt8] = []) throws(KeychainError) -> [UInt8] {
    available.wait()
    defer { available.signal() }
    guard let socket = idle.withLock({ $0.popLast() }) else {
      throw KeychainError(.notAvailable, "the server of the tests is gone")
    }
    let header = (try? JSONEncoder().encode(envelope)) ?? Data()
    guard socket.send(Array(header)), socket.send(message), let answer = socket.receive() else {
      // A broken socket serves no other call.
      close(socket.descriptor)
      throw KeychainError(.notAvailable, "the server of the tests is gone", cause: .connectionLost)
    }
    idle.withLock { $0.append(socket) }
    return answer
  }
}

/// A keychain in the process `keychain-server`.
package final class RemoteKeychain: KeychainService {
  package var isInProcess: Bool { false }

  private static let numbers = Atomic(0)

  private let number: Int
  private let clock: (any KeychainClock)?

  /// Creates a keychain in the server. If the server has ended, every call of the keychain fails.
  package init(_ place: Envelope.Place, clock: (any KeychainClock)?) {
    number = Self.numbers.add(1, ordering: .relaxed).newValue
    self.clock = clock
    var hello = Envelope(.hello, keychain: number)
    hello.place = place
    _ = try? KeychainServer.shared.ask(hello)
  }

  deinit { _ = try? KeychainServer.shared.ask(Envelope(.bye, keychain: number)) }

  package func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    var envelope = Envelope(.call, keychain: number)
    envelope.accessGroups = peer.caller.accessGroups
    envelope.sharedGroups = Array(peer.caller.sharedGroups)
    envelope.entitlements = Array(peer.caller.entitlements)
    envelope.time = clock?.now
    var message = try call.message()
    defer { message.wipe() }
    var answer = try KeychainServer.shared.ask(envelope, message)
    defer { answer.wipe() }
    return try answer.withUnsafeBufferPointer { (bytes) throws(KeychainError) -> Reply in
      try Result<Reply, KeychainError>(message: UnsafeRawBufferPointer(bytes)).get()
    }
  }

  /// Deletes the tickets of the simulated kernel of `machine`, which is the path of the machine's folder.
  static func restart(_ machine: String) {
    var envelope = Envelope(.restart)
    envelope.machine = machine
    _ = try? KeychainServer.shared.ask(envelope)
  }
}
