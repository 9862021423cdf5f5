import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainTransport
import Synchronization

/// The server of the service. Threads of a pool wait for events of all sockets together. The thread that receives a call
/// also carries it out and sends the reply, because handing the call to another thread takes longer than a search. After
/// a brief call, the thread waits for the next call of the same connection for a time, for the same reason.
///
/// While a thread is busy with a connection, another thread waits for events. A client that waits, sends too much or does
/// not receive its replies therefore delays only the user whose program it is. A further thread accepts the connections
/// (`ConnectionAcceptor`).
package final class PacketServer: Sendable {
  /// A listening socket.
  package struct Listener: Sendable {
    /// The descriptor, which the server takes over.
    package let descriptor: Int32
    /// The name of a socket for one application; nil for the socket of all programs.
    package let name: String?

    package init(_ descriptor: Int32, name: String? = nil) {
      self.descriptor = descriptor
      self.name = name
    }
  }

  private struct Threads: Sendable {
    var count = 0
    var waiting = 0
    var isStopping = false
  }

  private let listeners: [Listener]
  let admission: ClientAdmission
  let limits: ServerLimits
  /// Identifies this process of the service to its clients.
  let instance: [UInt8]
  private let poll: Int32
  private let wake: (input: Int32, output: Int32)
  /// A pipe with one byte. Its event tells a thread that connections arrived, as often as it is registered.
  private let arrival: (input: Int32, output: Int32)
  private let acceptor: ConnectionAcceptor
  let connections: ConnectionTable
  let agents: AgentTable
  let refusals: RefusalLog
  private let threads = ForkSafeMutex(Threads())
  private let stopped = Semaphore()
  /// The number of threads that wait for the next call of one connection.
  private let stayingCount = Atomic<Int>(0)
  private let lastInspection = Atomic<Int64>(0)
  private let lastFullInspection = Atomic<Int64>(0)
  /// Whether an inspection must follow soon: a call waits for memory, or a socket for its end.
  let inspectsSoon = Atomic(false)
  /// The number of threads that wait for the progress of work.
  let waitingCount = Atomic<Int>(0)

  /// The identifiers of the events that the server ends, and that connections arrived. The identifiers of connections are
  /// greater.
  private static let (endEvent, arrivalEvent): (UInt64, UInt64) = (0, 1)

  /// The number of connections of all users that wait until they are accepted. Further clients wait in connect(2), in the
  /// order of their arrival. The number is small, because a new connection waits for all of them.
  private static let backlog: Int32 = 64

  /// - Parameters:
  ///   - listeners: Listening sockets, which the server takes over.
  ///   - controlGroups: The folder where the unified hierarchy of control groups is mounted.
  ///   - refusals: The log of refusals; nil for the log of the process.
  /// - Throws: `.notAvailable` when a descriptor is not a listening socket, or when the kernel refuses a resource.
  package init(
    _ listeners: [Listener], _ recognition: ClientRecognition, _ keychains: ServedKeychains,
    limits: ServerLimits = ServerLimits(), controlGroups: String = "/sys/fs/cgroup", refusals: RefusalLog? = nil
  ) throws(KeychainError) {
    self.listeners = listeners
    admission = ClientAdmission(recognition: recognition, keychains: keychains, controlGroups: controlGroups)
    self.limits = limits
    self.refusals = refusals ?? RefusalLog(interval: limits.logInterval)
    agents = AgentTable(refusalTime: limits.promptRefusalTime)
    connections = ConnectionTable(after: Self.arrivalEvent, limits) { keychains.hasKeychain(ofUser: $0) }
    var instance = [UInt8](repeating: 0, count: Welcome.instanceByteCount)
    var (ends, arrivalEnds): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let poll = lk_poll_create()
    var byte: UInt8 = 0
    guard poll >= 0, lk_pipe(&ends) == 0, lk_pipe(&arrivalEnds) == 0, write(arrivalEnds[1], &byte, 1) == 1,
      lk_fill_randomly(&instance, instance.count) == 0
    else {
      throw KeychainError(.notAvailable, "the server cannot be prepared", because: .tooManyFiles)
    }
    self.instance = instance
    self.poll = poll
    wake = (ends[0], ends[1])
    arrival = (arrivalEnds[0], arrivalEnds[1])
    acceptor = ConnectionAcceptor(listeners, wake: ends[0], limits, self.refusals)
    guard lk_poll_add(poll, ends[0], Self.endEvent, Int32(LK_POLL_INPUT)) == 0,
      lk_poll_add(poll, arrivalEnds[0], Self.arrivalEvent, 0) == 0
    else {
      throw KeychainError(.notAvailable, "the server cannot be prepared")
    }
    for listener in listeners {
      guard lk_socket_is_listener(listener.descriptor) == 1 else {
        throw KeychainError(.notAvailable, "a descriptor is not a listening socket (SOCK_SEQPACKET)")
      }
      // Clients then see the user of this process, and not the user of the service manager, in new connections.
      guard lk_socket_adopt_listener(listener.descriptor, Self.backlog) == 0 else {
        throw KeychainError(.notAvailable, "a listening socket cannot be used")
      }
    }
    keychains.observe { [weak self] served in self?.notify(served) }
  }

  deinit {
    for descriptor in listeners.map(\.descriptor) + [wake.input, wake.output, arrival.input, arrival.output, poll] {
      Glibc.close(descriptor)
    }
  }

  // MARK: Threads

  /// Serves clients until `stop` is called. Returns when all calls have ended.
  package func run() {
    let isLogging = refusals.start()
    defer { if isLogging { refusals.stop() } }
    guard acceptor.start(forAcceptor) else { return Log.error("no thread can be made") }
    addThread()
    // A server that was stopped before has no thread.
    let hasThread = threads.withLock { $0.count > 0 }
    if hasThread { _ = stopped.wait(until: .after(.seconds(Int64.max))) } else { stop() }
    acceptor.finish()
    for connection in connections.all { close(connection, nil) }
    connections.removeClosed()
  }

  /// Ends the server. The calls that are carried out at present end first.
  package func stop() {
    threads.withLock { $0.isStopping = true }
    // No thread would receive the answer to an open question.
    agents.close()
    var byte: UInt8 = 0
    _ = write(wake.output, &byte, 1)
  }

  /// Ends all connections, also those whose calls wait. The calls are cancelled.
  package func disconnectAll() {
    for connection in connections.all { close(connection, nil) }
  }

  var isStopping: Bool { threads.withLock { $0.isStopping } }

  private func addThread() {
    let mayStart = threads.withLock { threads in
      guard threads.waiting == 0, threads.count < limits.threads, !threads.isStopping else { return false }
      threads.count += 1
      threads.waiting += 1
      return true
    }
    guard mayStart else { return }
    if !DetachedThread.start({ [self] in serve() }) {
      threads.withLock { threads in
        threads.count -= 1
        threads.waiting -= 1
      }
      Log.error("no thread can be made")
    }
  }

  /// The number of waiting threads above which a thread ends.
  private static let largestWaitingCount = 4

  private func serve() {
    let buffer = PacketBuffer()
    var isEnding = false
    while !isEnding {
      var (identifier, events): (UInt64, Int32) = (0, 0)
      let pause = inspectsSoon.load(ordering: .relaxed) ? Self.shortPause : Self.longPause
      let count = lk_poll_wait(poll, Int32(pause / 1_000_000), &identifier, &events)
      threads.withLock { $0.waiting -= 1 }
      if count == 1, identifier == Self.endEvent {
        // Every thread must see the end.
        _ = lk_poll_again(poll, wake.input, Self.endEvent, Int32(LK_POLL_INPUT))
      } else if count == 1 {
        addThread()
        handle(identifier, events, buffer)
      }
      inspectConnections()
      isEnding = threads.withLock { threads in
        guard !threads.isStopping, threads.waiting < Self.largestWaitingCount else { return true }
        threads.waiting += 1
        return false
      }
    }
    let isLast = threads.withLock { threads in
      threads.count -= 1
      return threads.isStopping && threads.count == 0
    }
    if isLast { stopped.signal() }
  }

  private func handle(_ identifier: UInt64, _ events: Int32, _ buffer: PacketBuffer) {
    if identifier == Self.arrivalEvent { return addArrival() }
    let number = identifier & ~ClientConnection.processBit
    guard let connection = connections[number] else { return }
    // The process has ended, and another process may still have the socket.
    guard identifier == number else { return close(connection, nil) }
    do throws(KeychainError) {
      if events & Int32(LK_POLL_OUTPUT) != 0 {
        try connection.flush()
        guard connection.mayTryHeld else { return connection.arm() }
        return try serve(connection, buffer)
      }
      if events & Int32(LK_POLL_INPUT) != 0 { return try serve(connection, buffer) }
      close(connection, nil)
    } catch {
      close(connection, error)
    }
  }

  /// Receives the packet of a connection, and the packets that follow soon.
  private func serve(_ connection: ClientConnection, _ buffer: PacketBuffer) throws(KeychainError) {
    while try receive(connection, buffer) {
      guard awaitsPacket(connection) else { return connection.continueReceiving() }
    }
  }

  /// The milliseconds for which a thread waits for the next call of a connection.
  private static let stay: Int32 = 10

  /// The number of threads above which no further thread waits for one connection. The other threads serve all others.
  private var largestStayingCount: Int { min(64, limits.threads / 2) }

  /// Waits for the next packet of a connection whose events are not registered.
  ///
  /// - Returns: False when no packet came in time, when too many threads wait like this, or when the server ends.
  private func awaitsPacket(_ connection: ClientConnection) -> Bool {
    let count = stayingCount.add(1, ordering: .relaxed).newValue
    defer { stayingCount.subtract(1, ordering: .relaxed) }
    return count <= largestStayingCount && lk_socket_wait(connection.socket.descriptor, Self.stay) == 1
      && !threads.withLock({ $0.isStopping })
  }

  // MARK: Connections

  /// What the thread that accepts connections needs.
  private var forAcceptor: ConnectionAcceptor.Server {
    ConnectionAcceptor.Server(
      isStopping: { [self] in isStopping }, knows: { [self] in connections.knows($0) },
      announce: { [self] in announceArrivals() }, freeDescriptors: { [self] in closeNewestOfGreediest() })
  }

  private func announceArrivals() {
    _ = lk_poll_again(poll, arrival.input, Self.arrivalEvent, Int32(LK_POLL_INPUT))
  }

  /// Adds a connection that was accepted. Meanwhile, other threads add the next ones.
  private func addArrival() {
    // A client whose connection ends before its hello was answered connects to the next process of the service.
    guard !isStopping, let (arrived, hasMore) = acceptor.arrivals.next() else { return }
    if hasMore { announceArrivals() }
    do throws(KeychainError) {
      let process = try process(of: arrived.socket)
      let (connection, victims) = try connections.add(of: arrived.user) { (identifier, load) in
        ClientConnection(
          identifier, arrived.socket, process, socketName: arrived.socketName, load, poll: poll, limits)
      }
      for victim in victims { replace(victim) }
      do throws(KeychainError) { try connection.register() } catch { close(connection, error) }
    } catch {
      refusals.note(arrived.user, arrived.process, error)
    }
  }

  /// Closes a connection that lost its place to another one. A client that uses its connection learns of it.
  func replace(_ victim: ClientConnection) {
    let error = victim.isUnused ? nil : KeychainError(.notAvailable, "the user has too many connections")
    close(victim, error)
  }

  /// The number of connections that end when there are no more descriptors. Calls need some descriptors, too.
  private static let freedCount = 8
  /// The number of waiting dropped sockets from which connections of other users are not closed for descriptors.
  private static let largestDroppedCount = 256

  /// Frees descriptors when there are no more: the users with the most connections lose the newest ones.
  private func closeNewestOfGreediest() {
    DroppedSockets.wake()
    // Sockets that wait for a file system of their user use the descriptors, and the other users must not pay for them.
    guard DroppedSockets.waitingCount < Self.largestDroppedCount else { return }
    for _ in 0..<Self.freedCount {
      if acceptor.arrivals.closeNewestOfGreediest() { continue }
      guard let victim = connections.newestOfGreediest else { return }
      close(victim, KeychainError(.notAvailable, "the service has no more descriptors", because: .tooManyFiles))
    }
  }

  /// The process that connected.
  private func process(of socket: PacketSocket) throws(KeychainError) -> PeerProcess {
    do throws(KeychainError) {
      return try PeerProcess(at: socket.descriptor)
    } catch {
      guard error.failureCause == .tooManyFiles else { throw error }
      acceptor.pause()
      closeNewestOfGreediest()
      return try PeerProcess(at: socket.descriptor)
    }
  }

  func close(_ connection: ClientConnection, _ error: KeychainError?) {
    // The end of a client is no failure. A client that was refused may have ended meanwhile, and another thread may have
    // closed its connection.
    if let error, error.cause != .connectionLost { note(error, of: connection) }
    let (wasOpen, client) = connection.close()
    guard wasOpen else { return }
    client?.served.unsubscribe(connection.identifier)
    agents.remove(connection.identifier)
    proceed(connections.remove(connection))
  }

  /// Logs that a client was refused.
  func note(_ error: KeychainError, of connection: ClientConnection) {
    refusals.note(connection.load.user, connection.process.credentials.process, error)
  }

  /// Lets connections receive whose user has fewer requests now.
  func proceed(_ parked: [ClientConnection]) {
    for connection in parked { connection.continueReceiving() }
  }

  // MARK: Inspections

  /// The nanoseconds between two inspections, while nothing waits for an inspection and while something does.
  private static let (longPause, shortPause): (Int64, Int64) = (1_000_000_000, 20_000_000)

  /// Closes the connections that take too long, and continues the calls that waited for memory. Several threads call this
  /// function, and one of them inspects.
  private func inspectConnections() {
    let now = lk_monotonic_now()
    guard begins(lastInspection, at: now, inspectsSoon.load(ordering: .relaxed) ? Self.shortPause : Self.longPause)
    else { return }
    // A call that is held from now on sets the flag again.
    inspectsSoon.store(false, ordering: .relaxed)
    let loads = connections.loadsToInspect
    for load in loads { load.takeHeld()?.tryHeld() }
    DroppedSockets.wake()
    if loads.contains(where: \.needsInspection) || DroppedSockets.waitingCount > 0 {
      inspectsSoon.store(true, ordering: .relaxed)
    }
    guard begins(lastFullInspection, at: now, Self.longPause) else { return }
    connections.removeReceived()
    connections.removeIdleLoads()
    let open = connections.all
    for connection in open {
      if connection.isOverdue(at: now) {
        close(connection, KeychainError(.notAvailable, "the client takes too long"))
        continue
      }
      connection.dropOverdueMemory(at: now)
      for call in connection.takeOverdueHeld(at: now) { refuseHeld(call, connection) }
    }
    for identifier in agents.retired { if let connection = connections[identifier] { close(connection, nil) } }
    admission.keychains.forgetEndedKeys()
    admission.keychains.closeIdle(at: now)
  }

  /// Whether the calling thread may do something that happens once in a time.
  private func begins(_ last: borrowing Atomic<Int64>, at now: Int64, _ pause: Int64) -> Bool {
    let earlier = last.load(ordering: .relaxed)
    return now - earlier >= pause
      && last.compareExchange(expected: earlier, desired: now, ordering: .relaxed).exchanged
  }

  /// Refuses a call that has waited too long for memory.
  func refuseHeld(_ call: HeldCall, _ connection: ClientConnection) {
    let error = KeychainError(
      .notAvailable, "other requests of the user use the memory that one user may use of the service",
      because: .timedOut)
    do throws(KeychainError) { try refuse(error, call.number, connection) } catch { close(connection, error) }
  }
}
