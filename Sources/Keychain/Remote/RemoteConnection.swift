import KeychainFiles
import KeychainModel
import KeychainStore
import KeychainTransport

/// A connection of this process to the service. Several threads can have calls on the connection at the same time.
///
/// One of the waiting threads reads the packets of the connection, and hands each reply to the thread that waits for it.
/// A process with one thread therefore reads its reply itself, without another thread.
///
/// Every function is called inside the gate of forks. A thread leaves the gate while it waits, so a fork does not wait
/// for the service, and a child never inherits a locked mutex.
final class RemoteConnection: Sendable {
  private enum Answer: Sendable {
    case reply([UInt8])
    /// The memory file for the call.
    case memory(MemoryFile)
    case failure(KeychainError)
  }

  /// A thread that waits for a reply, for notices, or for its turn to read.
  private struct Waiter: Sendable {
    /// The number of the call of the thread.
    let number: UInt64
    let semaphore = KeychainFiles.Semaphore()
    var answer: Answer?
    /// Whether the thread sent a packet that the service answers.
    var isSent = false
    /// Whether the thread waits for a memory file.
    var awaitsMemory = false
    /// Whether the thread waits for its semaphore, and has no answer yet.
    var isAsleep = false
  }

  private struct State: Sendable {
    var lastNumber: UInt64 = 0
    /// The waiting threads. Few threads wait at the same time, so a search is faster than hashing.
    var waiters: [Waiter] = []
    /// The numbers of the calls whose threads did not wait for the answer any longer.
    var abandoned: Set<UInt64> = []
    /// Whether a thread reads packets.
    var isReading = false
    /// The number of notices so far.
    var noticeCount: UInt64 = 0
    var isSubscribed = false
    /// What the service sent to this process as an agent, and no thread has taken yet.
    var agentEvents: [AgentEvent] = []
    /// The reason why the connection cannot be used any more.
    var failure: KeychainError?

    /// The position of the thread of a call; nil when the thread does not wait.
    func position(of number: UInt64) -> Int? { waiters.firstIndex { $0.number == number } }

    func hasAnswer(_ number: UInt64) -> Bool {
      guard let position = position(of: number) else { return false }
      return waiters[position].answer != nil
    }

    /// Hands an answer to the thread at a position.
    mutating func answer(_ position: Int, _ answer: Answer) {
      waiters[position].answer = answer
      waiters[position].isAsleep = false
      waiters[position].semaphore.signal()
    }

    /// Lets the thread at a position read, unless another thread reads. Returns whether the thread reads; if not, it must
    /// wait for its semaphore.
    mutating func beginReading(_ position: Int) -> Bool {
      waiters[position].isAsleep = isReading
      defer { isReading = true }
      return !isReading
    }

    /// Wakes a thread, which then reads, unless a thread reads. A thread that is not asleep looks itself.
    func wakeReader() {
      if !isReading { waiters.first { $0.isAsleep }?.semaphore.signal() }
    }
  }

  let welcome: Welcome
  private let socket: PacketSocket
  private let buffer: ReceiveBuffer
  private let state = ForkSafeMutex(State())
  /// The large calls until they are sent. The service gives a connection one memory file at a time.
  private let largeCalls = WriterQueue()

  /// What the thread that reads uses. `@unchecked Sendable` is safe, because only one thread reads at a time.
  private final class ReceiveBuffer: @unchecked Sendable {
    let packet: PacketBuffer
    /// The large replies of which some packets came, by the number of their call.
    var replies: [UInt64: CollectedReply] = [:]

    init(_ packet: PacketBuffer) { self.packet = packet }
  }

  /// Connects to the service.
  ///
  /// - Parameters:
  ///   - user: The user whose keychain this process wants; nil if the service decides.
  ///   - name: The keychain that this process of root administers; nil for any other process.
  /// - Throws: `.notAvailable` without the cause `connectionLost`, because no call was sent.
  init(
    _ configuration: ServiceConfiguration, trust: RootOwnedFolder.Trust, keychainOf user: UInt32?,
    administering name: String? = nil, until deadline: Deadline
  ) throws(KeychainError) {
    let handshake = try ServiceHandshake(
      configuration, trust: trust, keychainOf: user, administering: name, until: deadline)
    socket = handshake.socket
    buffer = ReceiveBuffer(handshake.buffer)
    welcome = handshake.welcome
  }

  // MARK: Calls

  /// Whether the connection can still be used.
  var isUsable: Bool { state.withLock { $0.failure == nil } }

  /// Sends a message, and waits for its reply.
  ///
  /// - Returns: The reply, which may contain secrets; nil when the message was not sent, because the connection has
  ///   ended.
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the message was sent and no reply came; without this
  ///   cause when the message was not sent for another reason.
  func ask(_ message: [UInt8], until deadline: Deadline) throws(KeychainError) -> [UInt8]? {
    guard message.count <= PacketHeader.largestByteCount else {
      throw KeychainError(
        .dataTooLarge, "a message to keychaind has at most \(PacketHeader.largestByteCount >> 20) MiB")
    }
    let isLarge = message.count > PacketHeader.largestInlineByteCount
    var ownsTurn = false
    func leave() {
      if ownsTurn { largeCalls.leave() }
      ownsTurn = false
    }
    defer { leave() }
    if isLarge {
      try waitForTurn(until: deadline)
      ownsTurn = true
    }
    guard let number = begin() else { return nil }
    defer { end(number) }
    do throws(KeychainError) {
      if isLarge {
        if let refusal = try sendLarge(message, number, until: deadline) { return refusal }
      } else {
        expectAnswer(to: number)
        try message.withBytes { (bytes) throws(KeychainError) in
          try send(PacketHeader(.call, number: number, length: bytes.count), bytes, until: deadline)
        }
      }
    } catch {
      guard error.cause == .connectionLost else { throw error }
      fail(error)
      return nil
    }
    leave()
    switch try wait(for: number, until: deadline) {
    case .reply(let bytes): return bytes
    case .failure(let error): throw error
    case .memory: throw Reply.unexpected
    }
  }

  /// Registers a waiting thread. Returns nil when the connection has ended.
  private func begin() -> UInt64? {
    state.withLock { state -> UInt64? in
      guard state.failure == nil else { return nil }
      state.lastNumber += 1
      state.waiters.append(Waiter(number: state.lastNumber))
      return state.lastNumber
    }
  }

  /// Notes that a thread is about to send a packet that the service answers.
  private func expectAnswer(to number: UInt64, memory: Bool = false) {
    state.withLock { state in
      guard let position = state.position(of: number) else { return }
      state.waiters[position].isSent = true
      state.waiters[position].awaitsMemory = memory
    }
  }

  /// Removes a waiting thread, and lets another thread read.
  private func end(_ number: UInt64) {
    state.withLock { state in
      if let position = state.position(of: number) {
        let waiter = state.waiters.remove(at: position)
        if waiter.isSent, waiter.answer == nil { state.abandoned.insert(number) }
      }
      state.wakeReader()
    }
  }

  private func waitForTurn(until deadline: Deadline) throws(KeychainError) {
    do throws(KeychainError) {
      try ForkGate.outside { () throws(KeychainError) in try largeCalls.enter(until: deadline) }
    } catch {
      throw KeychainError(.notAvailable, "other large requests of this program are under way", because: .timedOut)
    }
  }

  /// Asks the service for a memory file, fills the file with a message, and sends the call.
  ///
  /// - Returns: Nil; or the reply, when the service refuses to make a file. The call was not sent then.
  private func sendLarge(
    _ message: [UInt8], _ number: UInt64, until deadline: Deadline
  ) throws(KeychainError) -> [UInt8]? {
    expectAnswer(to: number, memory: true)
    try MemoryRequest(byteCount: message.count).bytes.withBytes { (bytes) throws(KeychainError) in
      try send(PacketHeader(.memoryRequest, number: number, length: bytes.count), bytes, until: deadline)
    }
    let answer: Answer
    do throws(KeychainError) { answer = try wait(for: number, until: deadline) } catch {
      // The call was not sent, so nothing is lost.
      throw KeychainError(error.code, "\(error.reason)", because: error.failureCause)
    }
    switch answer {
    case .reply(let refusal): return refusal
    case .failure(let error): throw error
    case .memory(let file):
      guard file.byteCount == message.count else { throw Reply.unexpected }
      try message.withBytes { (bytes) throws(KeychainError) in try file.fill(bytes) }
    }
    // The service has the file, too, so the descriptor of this process ends here.
    try state.withLock { (state) throws(KeychainError) in
      if let failure = state.failure { throw failure }
      guard let position = state.position(of: number) else { throw Reply.unexpected }
      state.waiters[position].answer = nil
      state.waiters[position].isSent = true
      state.waiters[position].awaitsMemory = false
    }
    let header = PacketHeader(.call, number: number, length: message.count, isInMemoryFile: true)
    try send(header, UnsafeRawBufferPointer(start: nil, count: 0), until: deadline)
    return nil
  }

  private func send(
    _ header: PacketHeader, _ body: UnsafeRawBufferPointer, until deadline: Deadline
  ) throws(KeychainError) {
    // The service does not read while it has too many requests of this user.
    while case .full = try ForkGate.outside({ () throws(KeychainError) in
      try socket.send(header, body, waits: true)
    }) {
      guard deadline.remaining > .zero else {
        throw KeychainError(.notAvailable, "keychaind has too many requests of this user", because: .timedOut)
      }
    }
  }

  private enum Turn {
    case done(Answer)
    case read
    case wait(KeychainFiles.Semaphore)
  }

  /// Waits for the answer to a packet. A connection that broke is an answer.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when no answer came in time.
  private func wait(for number: UInt64, until deadline: Deadline) throws(KeychainError) -> Answer {
    while true {
      let turn: Turn = state.withLock { state in
        guard let position = state.position(of: number) else { return .done(.failure(Reply.unexpected)) }
        if let answer = state.waiters[position].answer { return .done(answer) }
        return state.beginReading(position) ? .read : .wait(state.waiters[position].semaphore)
      }
      switch turn {
      case .done(let answer): return answer
      case .wait(let semaphore): if !ForkGate.outside({ semaphore.wait(until: deadline) }) { throw Self.late }
      case .read:
        read(until: deadline) { $0.hasAnswer(number) }
        let isLate = state.withLock { !$0.hasAnswer(number) && $0.failure == nil }
        if isLate, deadline.remaining == .zero { throw Self.late }
      }
    }
  }

  private static var late: KeychainError {
    KeychainError(.notAvailable, "keychaind did not answer in time", because: .timedOut, cause: .connectionLost)
  }

  /// Reads packets until a condition is met, the deadline passes, or the connection fails. Then another thread reads.
  private func read(until deadline: Deadline, _ isDone: (State) -> Bool) {
    while true {
      do throws(KeychainError) {
        let packet = try ForkGate.outside { () throws(KeychainError) in
          try socket.receive(into: buffer.packet, waits: true)
        }
        if let packet { try deliver(packet) }
      } catch {
        buffer.replies = [:]
        fail(error)
      }
      let mustEnd = state.withLock { state in
        guard isDone(state) || state.failure != nil || deadline.remaining == .zero else { return false }
        state.isReading = false
        state.wakeReader()
        return true
      }
      if mustEnd { return }
    }
  }

  private func deliver(_ packet: borrowing ReceivedPacket) throws(KeychainError) {
    let header = packet.header
    switch PacketKind(rawValue: header.kind) {
    case .reply:
      let reply = try reply(in: packet)
      buffer.packet.wipe(packet.byteCountInBuffer)
      guard let reply else { return }
      state.withLock { state in
        guard let position = state.position(of: header.number) else {
          // The thread of the call did not wait any longer.
          state.abandoned.remove(header.number)
          reply.wipeEverywhere()
          return
        }
        state.answer(position, .reply(reply))
      }
    case .memory:
      let file = try packet.memoryToFill()
      try state.withLock { (state) throws(KeychainError) in
        // The thread of the call did not wait any longer.
        if state.abandoned.remove(header.number) != nil { return }
        guard let position = state.position(of: header.number), state.waiters[position].awaitsMemory,
          state.waiters[position].answer == nil
        else { throw PacketHeader.malformed }
        state.answer(position, .memory(file))
      }
    case .changed:
      state.withLock { state in
        state.noticeCount += 1
        for waiter in state.waiters { waiter.semaphore.signal() }
      }
    case .question:
      let question = try packet.withBody { (body) throws(KeychainError) in try AgentQuestion(body) }
      try add(.question(question))
    case .withdrawal:
      let nonce = try packet.withBody { (body) throws(KeychainError) in try QuestionNonce(Array(body)) }
      try add(.withdrawal(nonce))
    default: throw PacketHeader.malformed
    }
  }

  /// The whole reply; nil when more packets of the reply follow. If the caller of the reply has given up, the reply is
  /// empty.
  ///
  /// - Throws: `.decode` when the packet does not follow the earlier packets of the reply, or when no call waits for it.
  private func reply(in packet: borrowing ReceivedPacket) throws(KeychainError) -> [UInt8]? {
    let header = packet.header
    guard header.isContinued || buffer.replies[header.number] != nil else {
      return try packet.withBody { (body) throws(KeychainError) in Array(body) }
    }
    let (isAwaited, isAbandoned) = state.withLock { state in
      let waiter = state.position(of: header.number).map { state.waiters[$0] }
      return (
        waiter?.isSent == true && waiter?.answer == nil, state.abandoned.contains(header.number)
      )
    }
    guard isAwaited || isAbandoned else { throw PacketHeader.malformed }
    let reply = buffer.replies[header.number] ?? CollectedReply(header, keepsBytes: isAwaited)
    buffer.replies[header.number] = reply
    guard try packet.withBody({ (body) throws(KeychainError) in try reply.add(header, body) }) else { return nil }
    buffer.replies[header.number] = nil
    return reply.take()
  }

  /// The number of events that may wait for the agent. The service asks one question at a time.
  private static let largestEventCount = 64

  private func add(_ event: AgentEvent) throws(KeychainError) {
    try state.withLock { (state) throws(KeychainError) in
      guard state.agentEvents.count < Self.largestEventCount else { throw PacketHeader.malformed }
      state.agentEvents.append(event)
      for waiter in state.waiters { waiter.semaphore.signal() }
    }
  }

  /// Ends the use of the connection. All waiting threads get an error.
  func fail(_ error: KeychainError) {
    let lost = KeychainError(
      .notAvailable, "the connection to keychaind broke: \(error.reason)", because: error.failureCause,
      cause: .connectionLost)
    state.withLock { state in
      guard state.failure == nil else { return }
      state.failure = lost
      for position in state.waiters.indices where state.waiters[position].answer == nil {
        state.answer(position, .failure(lost))
      }
    }
    socket.shutDown()
  }

  /// Closes the inherited descriptor in a forked child. The connection of the parent stays. The object itself may never be
  /// released, because a thread of the parent refers to it.
  func abandon() { socket.close() }

  // MARK: Notices

  /// The number of notices of commits so far. Asks the service for notices, if this was not done yet.
  func noticeCount() throws(KeychainError) -> UInt64 {
    let (count, mustSubscribe) = state.withLock { state in
      defer { state.isSubscribed = true }
      return (state.noticeCount, !state.isSubscribed)
    }
    if mustSubscribe {
      do throws(KeychainError) { try socket.send(.subscribe, []) } catch {
        fail(error)
        throw error
      }
    }
    return count
  }

  /// Waits until a notice comes after the first `count` notices, or until the connection breaks. Notices may be lost with
  /// the connection.
  ///
  /// - Returns: False when the deadline passed.
  func waitForNotice(after count: UInt64, until deadline: Deadline) -> Bool {
    wait(until: deadline) { $0.noticeCount > count }
  }

  /// Waits until a condition is met, or until the connection breaks.
  ///
  /// - Returns: False when the deadline passed.
  private func wait(until deadline: Deadline, _ isMet: (State) -> Bool) -> Bool {
    guard let number = begin() else { return true }
    defer { end(number) }
    while deadline.remaining > .zero {
      let turn = state.withLock { state -> Turn? in
        guard !isMet(state), state.failure == nil, let position = state.position(of: number) else { return nil }
        return state.beginReading(position) ? .read : .wait(state.waiters[position].semaphore)
      }
      switch turn {
      case nil: return true
      case .wait(let semaphore): _ = ForkGate.outside { semaphore.wait(until: deadline) }
      default: read(until: deadline, isMet)
      }
    }
    return false
  }

  // MARK: The agent

  /// The next event for this process as an agent; nil when the deadline passed.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the connection has ended.
  func nextAgentEvent(until deadline: Deadline) throws(KeychainError) -> AgentEvent? {
    _ = wait(until: deadline) { !$0.agentEvents.isEmpty }
    return try state.withLock { (state) throws(KeychainError) in
      if !state.agentEvents.isEmpty { return state.agentEvents.removeFirst() }
      if let failure = state.failure { throw failure }
      return nil
    }
  }

  /// Sends the body of an `AgentAnswer`.
  func sendAnswer(_ body: [UInt8]) throws(KeychainError) { try socket.send(.answer, body) }
}
