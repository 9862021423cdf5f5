import CPlatform
import Glibc
import KeychainFiles
import KeychainModel
import KeychainTransport

/// A new connection to the service. The server is verified, and has welcomed this process.
struct ServiceHandshake {
  let socket: PacketSocket
  let buffer: PacketBuffer
  let welcome: Welcome

  /// Connects to the service, verifies that the server is the service, and says hello.
  ///
  /// - Parameters:
  ///   - user: The user whose keychain this process wants; nil if the service decides.
  ///   - name: The keychain that this process of root administers; nil for any other process.
  /// - Throws: `.notAvailable` without the cause `connectionLost`, because no call was sent.
  init(
    _ configuration: ServiceConfiguration, trust: RootOwnedFolder.Trust, keychainOf user: UInt32?,
    administering name: String?, until deadline: Deadline
  ) throws(KeychainError) {
    let versions = Call.messageVersion...Call.messageVersion
    let hello: (PacketKind, [UInt8]) =
      if let name {
        (.administration, AdministrationHello(versions: versions, keychain: name).bytes)
      } else {
        (.hello, Hello(versions: versions, keychainOf: user).bytes)
      }
    do throws(KeychainError) {
      (socket, buffer, welcome) = try Self.establish(configuration, trust, hello, until: deadline)
    } catch {
      // No call was sent, so nothing is lost.
      throw KeychainError(error.code, "\(error.reason)", because: error.failureCause)
    }
  }

  /// The time after which a blocked read or write looks at its deadline again.
  private static let pause = Duration.milliseconds(500)

  /// The pauses before further attempts to connect, in milliseconds.
  private static let attemptPauses = [10, 20, 40, 80]

  /// Connects, and says hello. A service that ends may have accepted the connection before its end. The next connection
  /// then waits for the next process of the service.
  private static func establish(
    _ configuration: ServiceConfiguration, _ trust: RootOwnedFolder.Trust, _ hello: (PacketKind, [UInt8]),
    until deadline: Deadline
  ) throws(KeychainError) -> (PacketSocket, PacketBuffer, Welcome) {
    var pauses = attemptPauses[...]
    while true {
      do throws(KeychainError) {
        let (socket, buffer) = (try connect(configuration, trust, until: deadline), PacketBuffer())
        return (socket, buffer, try handshake(socket, buffer, hello, until: deadline))
      } catch {
        guard error.cause == .connectionLost, deadline.remaining > .zero, let pause = pauses.popFirst() else {
          throw error
        }
        var time = timespec(tv_sec: 0, tv_nsec: pause * 1_000_000)
        nanosleep(&time, nil)
      }
    }
  }

  private static func connect(
    _ configuration: ServiceConfiguration, _ trust: RootOwnedFolder.Trust, until deadline: Deadline
  ) throws(KeychainError) -> PacketSocket {
    let path = configuration.socketPath
    let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    try RootOwnedFolder(folder.isEmpty ? "/" : folder, trust: trust).requireTrusted()
    let wait = Int32(clamping: max(1, deadline.remaining.wholeMilliseconds))
    let descriptor = lk_socket_connect(path, wait)
    guard descriptor >= 0 else {
      let error = errno
      throw KeychainError(
        .notAvailable, "keychaind cannot be reached at \(path): \(String(cString: lk_error_description(error)))",
        because: error == EAGAIN ? .timedOut : error == EMFILE ? .tooManyFiles : nil)
    }
    let socket = PacketSocket(owning: descriptor)
    var (user, group, process): (UInt32, UInt32, pid_t) = (0, 0, 0)
    guard lk_socket_peer(descriptor, &user, &group, &process) == 0 else {
      throw KeychainError(.notAvailable, "the server at \(path) cannot be identified")
    }
    // With socket activation, the service manager listens first, as root.
    guard user == configuration.user || user == trust.owner else {
      guard lk_is_unmapped_user(user) == 0 else {
        throw KeychainError(
          .notAvailable, "the server at \(path) has no user in this user namespace, so it cannot be verified",
          because: .foreignOwner)
      }
      throw KeychainError(
        .notAvailable, "the server at \(path) is user \(user), not the user of keychaind (\(configuration.user))",
        because: .foreignOwner)
    }
    guard lk_socket_set_timeout(descriptor, Int32(clamping: pause.wholeMilliseconds)) == 0 else {
      throw KeychainError(.notAvailable, "the connection to keychaind cannot be prepared")
    }
    return socket
  }

  private static func handshake(
    _ socket: PacketSocket, _ buffer: PacketBuffer, _ hello: (PacketKind, [UInt8]), until deadline: Deadline
  ) throws(KeychainError) -> Welcome {
    let version = Call.messageVersion
    try socket.send(hello.0, hello.1)
    while deadline.remaining > .zero {
      guard let packet = try socket.receive(into: buffer, waits: true) else { continue }
      switch PacketKind(rawValue: packet.header.kind) {
      case .challenge:
        try socket.send(.proof, try packet.withBody { (body) throws(KeychainError) in Array(body) })
      case .welcome:
        let welcome = try packet.withBody { (body) throws(KeychainError) in try Welcome(body) }
        guard welcome.version == version else {
          throw KeychainError(
            .notAvailable, "keychaind speaks another version of the protocol (\(welcome.version))",
            because: .newerFormat)
        }
        return welcome
      case .reply:
        let answer = try packet.withBody { (body) throws(KeychainError) in
          try Result<Reply, KeychainError>(message: body)
        }
        guard case .failure(let error) = answer else { throw Reply.unexpected }
        throw error
      default: throw Reply.unexpected
      }
    }
    throw KeychainError(.notAvailable, "keychaind did not answer in time", because: .timedOut)
  }
}

extension PacketSocket {
  /// Sends a packet that belongs to no call. Waits while the queue of the socket is full.
  ///
  /// - Throws: `.notAvailable` with the failure cause `timedOut` when the service does not read; with the cause
  ///   `connectionLost` when the connection is broken.
  func send(_ kind: PacketKind, _ body: [UInt8]) throws(KeychainError) {
    let outcome = try body.withBytes { (bytes) throws(KeychainError) in
      try send(PacketHeader(kind, length: bytes.count), bytes, waits: true)
    }
    guard case .sent = outcome else {
      throw KeychainError(.notAvailable, "keychaind does not read", because: .timedOut)
    }
  }
}
