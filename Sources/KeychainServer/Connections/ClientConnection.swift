import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import Synchronization

/// A connection of a client to the service.
///
/// `poll` reports one event for each registration. A thread that handles the event registers the connection again, as soon
/// as another thread may receive the next packet.
final class ClientConnection: Sendable {
  enum Phase: Sendable {
    /// The client has not said hello.
    case greeting
    /// The client must send the challenge back, before the service answers its first packet.
    case proving(challenge: [UInt8], FirstPacket)
    case open(Client)
    case closed
  }

  /// The first packet of a client.
  enum FirstPacket: Sendable {
    /// A hello, with the user whose keychain the client asked for.
    case hello(keychainOf: UInt32?)
    case login(Login)
    /// A program of root that administers the keychain with this name.
    case administration(StoreName)

    /// Whether the client sends calls afterwards.
    var isAdmission: Bool { if case .login = self { false } else { true } }
  }

  private struct State: Sendable {
    var phase = Phase.greeting
    var load: UserLoad
    /// Packets for which the queue of the socket had no space.
    var queue = SendQueue()
    /// The memory file of the next large call.
    var memory: CallMemory?
    /// The number of the call that did not come in time for its memory file.
    var overdueCall: UInt64?
    /// Calls that wait for memory. The service receives no further call meanwhile.
    var held: [HeldCall] = []
    /// Whether the first of these calls may be tried.
    var mayTryHeld = false
    /// Whether a thread tries such a call now.
    var triesHeld = false
    /// The calls that threads carry out at present.
    var running: [UInt64: Cancellation] = [:]
    var lastCall: UInt64 = 0
    /// Whether the next packet may be received.
    var accepts = true
    var isSubscribed = false
    /// Whether the client is an agent.
    var isAgent = false
  }

  let identifier: UInt64
  let socket: PacketSocket
  let process: PeerProcess
  let socketName: String?
  /// The time of the connection.
  let opened = lk_monotonic_now()
  private let poll: Int32
  private let limits: ServerLimits
  private let state: ForkSafeMutex<State>
  private let closed = Atomic(false)
  private let used = Atomic(lk_monotonic_now())

  init(
    _ identifier: UInt64, _ socket: PacketSocket, _ process: PeerProcess, socketName: String?, _ load: UserLoad,
    poll: Int32, _ limits: ServerLimits
  ) {
    self.identifier = identifier
    self.socket = socket
    self.process = process
    self.socketName = socketName
    self.poll = poll
    self.limits = limits
    state = ForkSafeMutex(State(load: load))
    socket.count(for: load.owner(of: process))
  }

  /// The bit that distinguishes the event "the process has ended" from the events of the socket.
  static let processBit: UInt64 = 1 << 63

  var phase: Phase { state.withLock { $0.phase } }

  var client: Client? { if case .open(let client) = phase { client } else { nil } }

  var load: UserLoad { state.withLock { $0.load } }

  /// From now on, the other object counts the connection and its requests.
  func move(to load: UserLoad) {
    state.withLock { $0.load = load }
    socket.count(for: load.owner(of: process))
  }

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
  func stopReceiving() {
    used.store(lk_monotonic_now(), ordering: .relaxed)
    state.withLock { $0.accepts = false }
  }

  func continueReceiving() {
    state.withLock { state in
      state.accepts = true
      arm(state)
    }
  }

  /// Notes that the connection is not in use until its next packet. No event is registered for the packet.
  func awaitPacket(after call: UInt64) {
    state.withLock { state in
      state.running[call] = nil
      state.accepts = true
    }
  }

  /// Whether nothing but the next packet is to be done for the connection.
  var isIdle: Bool {
    state.withLock { state in
      if case .closed = state.phase { return false }
      return state.queue.isEmpty && state.held.isEmpty
    }
  }

  /// Registers the socket again, for the events that the connection needs.
  func arm() { state.withLock { arm($0) } }

  private func arm(_ state: State) {
    if case .closed = state.phase { return }
    // A client that does not receive its replies sends no further requests. An event for a call that may be tried comes
    // as soon as the queue of the socket has space for its reply.
    // While the user has too many requests, the connection does not accept that event either: it would come at once, and
    // again and again.
    let waits = !state.queue.isEmpty || (state.mayTryHeld && state.accepts)
    let receives = state.accepts && state.held.isEmpty
    _ = lk_poll_again(
      poll, socket.descriptor, identifier, waits ? Int32(LK_POLL_OUTPUT) : receives ? Int32(LK_POLL_INPUT) : 0)
  }

  // MARK: The handshake

  func require(_ challenge: [UInt8], for first: FirstPacket) {
    state.withLock { state in
      guard case .greeting = state.phase else { return }
      state.phase = .proving(challenge: challenge, first)
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
    func isOver(_ time: Int64, _ limit: Duration) -> Bool { .nanoseconds(now - time) > limit }
    return state.withLock { state in
      if let since = state.queue.since, isOver(since, limits.receiveTime) { return true }
      if let since = state.queue.firstLargeSince, isOver(since, limits.largeReplyTime) { return true }
      // A memory file that the client does not receive stays in the queue of the socket.
      if let memory = state.memory, isOver(memory.since, limits.fillTime), !hasReceivedAll(state) { return true }
      switch state.phase {
      case .greeting, .proving: return isOver(opened, limits.helloTime)
      case .open, .closed: return false
      }
    }
  }

  // MARK: Use

  /// The time of the last packet.
  var lastUse: Int64 { used.load(ordering: .relaxed) }

  /// Whether the client has not said hello for a time.
  func isSilent(for time: Duration, at now: Int64) -> Bool {
    switch phase {
    case .greeting, .proving: .nanoseconds(now - opened) >= time
    case .open, .closed: false
    }
  }

  /// Whether the end of the connection costs the client nothing: it has no proof, no work, no subscription and no call, and
  /// is no agent.
  /// Such a client connects again at its next call.
  var isUnused: Bool {
    state.withLock { state in
      guard case .open(let client) = state.phase else { return false }
      return client.session.isEmpty && !state.isSubscribed && !state.isAgent && state.accepts
        && state.running.isEmpty && state.queue.isEmpty && state.held.isEmpty && state.memory == nil
    }
  }

  // MARK: Calls

  /// Notes that a thread carries out a call. The end of the connection cancels the call.
  func beginCall() -> (number: UInt64, cancellation: Cancellation) {
    let cancellation = Cancellation()
    return state.withLock { state in
      state.lastCall += 1
      state.running[state.lastCall] = cancellation
      if case .closed = state.phase { cancellation.cancel() }
      return (state.lastCall, cancellation)
    }
  }

  func endCall(_ number: UInt64) { state.withLock { $0.running[number] = nil } }

  /// Keeps a call until there is memory for it.
  func hold(_ call: HeldCall) {
    state.withLock { state in
      if case .closed = state.phase { return }
      state.held.append(call)
    }
  }

  /// The first call that waits for memory.
  var firstHeld: HeldCall? { state.withLock { $0.held.first } }

  /// Lets a thread try the first call that waits for memory.
  func tryHeld() {
    state.withLock { state in
      state.mayTryHeld = !state.held.isEmpty
      arm(state)
    }
  }

  /// Whether a call that waited for memory may be tried.
  var mayTryHeld: Bool { state.withLock { $0.mayTryHeld } }

  /// The call that the calling thread may try now.
  func takeHeld() -> HeldCall? {
    state.withLock { state in
      guard state.mayTryHeld, !state.held.isEmpty else { return nil }
      (state.mayTryHeld, state.triesHeld) = (false, true)
      return state.held.removeFirst()
    }
  }

  func endRetry() { state.withLock { $0.triesHeld = false } }

  /// Whether a call that waited for memory is tried now, or is about to be tried.
  var isRetrying: Bool {
    state.withLock { state in
      if case .closed = state.phase { return false }
      return state.mayTryHeld || state.triesHeld
    }
  }

  /// Removes the calls that have waited too long for memory.
  func takeOverdueHeld(at now: Int64) -> [HeldCall] {
    state.withLock { state in
      let overdue = state.held.filter { .nanoseconds(now - $0.since) > limits.memoryTime }
      guard !overdue.isEmpty else { return [] }
      state.held.removeAll { .nanoseconds(now - $0.since) > limits.memoryTime }
      if state.held.isEmpty { state.mayTryHeld = false }
      arm(state)
      return overdue
    }
  }

  // MARK: Memory files

  /// Keeps the memory file of a call until the call comes. The file replaces an earlier one.
  func keep(_ memory: CallMemory) {
    // The earlier file is released without the lock.
    let earlier = state.withLock { state -> CallMemory? in
      if case .closed = state.phase { return nil }
      defer { state.memory = memory }
      return state.memory
    }
    withExtendedLifetime(earlier) {}
  }

  /// Removes the memory file of a call that came, and ends the turn to fill it. Returns nil when the connection does not
  /// have the file.
  func takeMemory(_ number: UInt64) -> CallMemory? {
    let memory = state.withLock { state in state.memory?.number == number ? state.memory.take() : nil }
    return memory.map { CallMemory($0.number, $0.file) }
  }

  /// Whether the time to fill the memory file of a call ended before the call came. Forgets the call.
  func takeOverdueCall(_ number: UInt64) -> Bool {
    state.withLock { state in
      guard state.overdueCall == number else { return false }
      state.overdueCall = nil
      return true
    }
  }

  /// Whether the client may have another memory file: it has none, or it has received the one that it does not use.
  var mayReplaceMemory: Bool { state.withLock { $0.memory == nil || hasReceivedAll($0) } }

  private func hasReceivedAll(_ state: State) -> Bool {
    state.queue.isEmpty && !socket.hasUnreceived
  }

  /// Whether the client may fill a memory file at present.
  var hasMemory: Bool { state.withLock { $0.memory != nil } }

  func dropMemory() { _ = state.withLock { $0.memory.take() } }

  /// Removes the memory file of a call that has not come in time.
  func dropOverdueMemory(at now: Int64) {
    _ = state.withLock { state -> CallMemory? in
      guard let memory = state.memory, .nanoseconds(now - memory.since) > limits.fillTime else { return nil }
      state.overdueCall = memory.number
      return state.memory.take()
    }
  }

  // MARK: Sending

  /// Sends a packet without waiting. A packet that does not fit into the queue of the socket is sent later.
  ///
  /// - Throws: `.notAvailable` when the connection is broken, or when the client does not receive its replies.
  func send(_ header: PacketHeader, _ body: [UInt8], _ memory: MemoryFile? = nil) throws(KeychainError) {
    let mayBeSent = state.withLock { state in
      if case .closed = state.phase { return false }
      return state.queue.isEmpty
    }
    // Replies may pass each other. The lock is not held, because the client may send its next call at once.
    if mayBeSent {
      let outcome = try body.withBytes { (bytes) throws(KeychainError) in
        try socket.send(header, bytes, memory, waits: false)
      }
      if case .sent = outcome { return }
    }
    try state.withLock { (state) throws(KeychainError) in
      if case .closed = state.phase { return }
      let byteCount = PacketHeader.byteCount + body.count
      guard state.queue.byteCount + byteCount <= limits.queuedBytesPerConnection,
        let claim = state.load.memory.claim(byteCount)
      else { throw KeychainError(.notAvailable, "the client does not receive its replies") }
      state.queue.append(SendQueue.Packet(header, Array(body), memory, claim))
      arm(state)
    }
  }

  /// Sends a reply in several packets, because it does not fit into one. Packets that do not fit into the queue of the
  /// socket are sent later. Other packets can come between them.
  ///
  /// - Parameters:
  ///   - body: The message of the reply, which this function overwrites as soon as it is sent.
  ///   - claim: The bytes of the message. They count until the socket has taken them.
  /// - Throws: `.notAvailable` when the connection is broken.
  func sendLarge(_ number: UInt64, _ body: [UInt8], _ claim: MemoryClaim) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      if case .closed = state.phase { return body.wipeEverywhere() }
      let header = PacketHeader(.reply, number: number, length: body.count)
      state.queue.append(SendQueue.Packet(header, body, nil, claim))
      try state.queue.flush(to: socket)
      if !state.queue.isEmpty { arm(state) }
    }
  }

  /// Sends the packets that did not fit before.
  func flush() throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in try state.queue.flush(to: socket) }
  }

  /// From now on, the connection is in use until its end.
  func keepForAgent() { state.withLock { $0.isAgent = true } }

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
      guard !state.queue.contains(header),
        let claim = state.load.memory.claim(PacketHeader.byteCount)
      else { return }
      state.queue.append(SendQueue.Packet(header, [], nil, claim))
    }
  }

  // MARK: The end

  /// Whether the connection is closed. The function needs no lock.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// - Returns: The client, if this call closed the connection. Nil if the connection was closed before.
  func close() -> (wasOpen: Bool, client: Client?) {
    // The calls and the replies are released without the lock.
    let former = state.withLock { state in
      state.queue.wipe()
      defer {
        state.phase = .closed
        state.queue = SendQueue()
        state.held = []
        state.memory = nil
      }
      return state
    }
    let (wasOpen, client): (Bool, Client?) =
      switch former.phase {
      case .closed: (false, nil)
      case .open(let client): (true, client)
      case .greeting, .proving: (true, nil)
      }
    if wasOpen {
      closed.store(true, ordering: .releasing)
      for cancellation in former.running.values { cancellation.cancel() }
      _ = lk_poll_remove(poll, socket.descriptor)
      _ = lk_poll_remove(poll, process.descriptor)
      // Another object may hold the descriptors for a while, but the client must see the end now.
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }
    return (wasOpen, client)
  }
}
