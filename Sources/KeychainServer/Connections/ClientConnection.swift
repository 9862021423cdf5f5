import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport

/// A client that the service has recognised.
final class Client: Sendable {
  let identity: ClientIdentity
  let served: ServedKeychain
  let session: ClientSession
  /// The facts at the time when the client connected.
  let evidence: PeerEvidence
  /// The user whose keychain the client asked for; nil if the client did not say it.
  let wantedUser: UInt32?

  init(
    _ identity: ClientIdentity, _ served: ServedKeychain, _ session: ClientSession, _ evidence: PeerEvidence,
    keychainOf wantedUser: UInt32?
  ) {
    self.identity = identity
    self.served = served
    self.session = session
    self.evidence = evidence
    self.wantedUser = wantedUser
    served.beginUse()
  }

  deinit { served.endUse() }
}

/// A connection of a client to the service.
///
/// `poll` reports one event for each registration. A thread that handles the event registers the connection again, as soon
/// as another thread may receive the next packet.
final class ClientConnection: Sendable {
  enum Phase: Sendable {
    /// The client has not said hello.
    case greeting
    /// The client must send the challenge back. The user is the user whose keychain it asked for.
    case proving(challenge: [UInt8], keychainOf: UInt32?)
    case open(Client)
    case closed
  }

  private struct QueuedPacket: Sendable {
    let header: PacketHeader
    var body: [UInt8]
    let memory: SealedMemory?
  }

  private struct State: Sendable {
    var phase = Phase.greeting
    /// Packets for which the queue of the socket had no space.
    var queue: [QueuedPacket] = []
    var queuedByteCount = 0
    /// The time since which the queue is not empty; 0 for an empty queue.
    var queuedSince: Int64 = 0
    /// Whether the next packet may be received.
    var accepts = true
    var isSubscribed = false
  }

  let identifier: UInt64
  let socket: PacketSocket
  let process: PeerProcess
  let socketName: String?
  let load: UserLoad
  /// The time of the connection.
  let opened = lk_monotonic_now()
  private let poll: Int32
  private let limits: ServerLimits
  private let state = ForkSafeMutex(State())

  init(
    _ identifier: UInt64, _ socket: PacketSocket, _ process: PeerProcess, socketName: String?, _ load: UserLoad,
    poll: Int32, _ limits: ServerLimits
  ) {
    self.identifier = identifier
    self.socket = socket
    self.process = process
    self.socketName = socketName
    self.load = load
    self.poll = poll
    self.limits = limits
  }

  /// The bit that distinguishes the event "the process has ended" from the events of the socket.
  static let processBit: UInt64 = 1 << 63

  var phase: Phase { state.withLock(\.phase) }

  var client: Client? { if case .open(let client) = phase { client } else { nil } }

  // MARK: Events

  /// Registers the socket and the process for events.
  ///
  /// - Throws: `.notAvailable` when the kernel has no memory for the registration.
  func register() throws(KeychainError) {
    guard lk_poll_add(poll, socket.descriptor, identifier, Int32(LK_POLL_INPUT)) == 0,
      lk_poll_add(poll, process.descriptor, identifier | Self.processBit, Int32(LK_POLL_INPUT)) == 0
    else { throw KeychainError(.notAvailable, "a connection cannot be watched") }
  }

  /// Stops receiving until `continueReceiving`, because a thread receives a packet.
  func stopReceiving() { state.withLock { $0.accepts = false } }

  func continueReceiving() {
    state.withLock { state in
      state.accepts = true
      arm(state)
    }
  }

  /// Registers the socket again, for the events that the connection needs.
  func arm() { state.withLock { arm($0) } }

  private func arm(_ state: State) {
    if case .closed = state.phase { return }
    // A client that does not receive its replies sends no further requests.
    let events =
      state.queue.isEmpty ? (state.accepts ? Int32(LK_POLL_INPUT) : 0) : Int32(LK_POLL_OUTPUT)
    _ = lk_poll_again(poll, socket.descriptor, identifier, events)
  }

  // MARK: The handshake

  func require(_ challenge: [UInt8], keychainOf user: UInt32?) {
    state.withLock { state in
      guard case .greeting = state.phase else { return }
      state.phase = .proving(challenge: challenge, keychainOf: user)
    }
  }

  func admit(_ client: Client) {
    state.withLock { state in
      if case .closed = state.phase { return }
      state.phase = .open(client)
    }
  }

  /// Whether the client took too long for the handshake, or does not receive its replies.
  func isOverdue(at now: Int64) -> Bool {
    state.withLock { state in
      if state.queuedSince != 0, .nanoseconds(now - state.queuedSince) > limits.receiveTime { return true }
      switch state.phase {
      case .greeting, .proving: return .nanoseconds(now - opened) > limits.helloTime
      case .open, .closed: return false
      }
    }
  }

  // MARK: Sending

  /// Sends a packet without waiting. A packet that does not fit into the queue of the socket is sent later.
  ///
  /// - Throws: `.notAvailable` when the connection is broken, or when the client does not receive its replies.
  func send(_ header: PacketHeader, _ body: [UInt8], _ memory: SealedMemory? = nil) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      if case .closed = state.phase { return }
      if state.queue.isEmpty {
        let outcome = try body.withRawBytes { (bytes) throws(KeychainError) in
          try socket.send(header, bytes, memory, waits: false)
        }
        if case .sent = outcome { return }
      }
      state.queuedByteCount += PacketHeader.byteCount + body.count
      guard state.queuedByteCount <= limits.queuedBytesPerConnection else {
        throw KeychainError(.notAvailable, "the client does not receive its replies")
      }
      if state.queue.isEmpty { state.queuedSince = lk_monotonic_now() }
      state.queue.append(QueuedPacket(header: header, body: Array(body), memory: memory))
      arm(state)
    }
  }

  /// Sends the packets that did not fit before.
  func flush() throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      while let first = state.queue.first {
        let outcome = try first.body.withRawBytes { (bytes) throws(KeychainError) in
          try socket.send(first.header, bytes, first.memory, waits: false)
        }
        guard case .sent = outcome else { break }
        state.queuedByteCount -= PacketHeader.byteCount + first.body.count
        state.queue.removeFirst()
        first.body.wipeEverywhere()
        state.queuedSince = state.queue.isEmpty ? 0 : lk_monotonic_now()
      }
    }
  }

  /// Waits until the client has received everything.
  ///
  /// - Returns: False when the deadline passed.
  func waitUntilReceived(until deadline: Deadline) -> Bool {
    var pause: Int64 = 50_000
    while state.withLock({ !$0.queue.isEmpty }) || lk_socket_unreceived(socket.descriptor) > 0 {
      guard deadline.remaining > .zero, case .open = phase else { return false }
      var time = timespec(tv_sec: 0, tv_nsec: Int(pause))
      nanosleep(&time, nil)
      pause = min(pause * 2, 2_000_000)
    }
    return true
  }

  // MARK: Notices

  /// - Returns: Whether the client had not asked for notices before.
  func subscribe() -> Bool {
    state.withLock { state in
      defer { state.isSubscribed = true }
      return !state.isSubscribed
    }
  }

  /// Sends a notice of a commit. A client with a full queue has a notice that it has not received yet, or has replies in
  /// the queue of this object.
  func sendNotice() throws(KeychainError) {
    let header = PacketHeader(.changed, length: 0)
    try state.withLock { (state) throws(KeychainError) in
      if case .closed = state.phase { return }
      guard !state.queue.isEmpty else {
        _ = try socket.send(header, UnsafeRawBufferPointer(start: nil, count: 0), waits: false)
        return
      }
      guard !state.queue.contains(where: { $0.header == header }) else { return }
      state.queuedByteCount += PacketHeader.byteCount
      state.queue.append(QueuedPacket(header: header, body: [], memory: nil))
    }
  }

  // MARK: The end

  /// - Returns: The client, if this call closed the connection. Nil if the connection was closed before.
  func close() -> (wasOpen: Bool, client: Client?) {
    let result: (Bool, Client?) = state.withLock { state in
      for packet in state.queue { packet.body.wipeEverywhere() }
      state.queue = []
      defer { state.phase = .closed }
      switch state.phase {
      case .closed: return (false, nil)
      case .open(let client): return (true, client)
      case .greeting, .proving: return (true, nil)
      }
    }
    if result.0 {
      _ = lk_poll_remove(poll, socket.descriptor)
      _ = lk_poll_remove(poll, process.descriptor)
      // Another object may hold the descriptors for a while, but the client must see the end now.
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }
    return result
  }
}
