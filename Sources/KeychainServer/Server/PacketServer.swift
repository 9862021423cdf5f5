import CPlatform
import Glibc
import Keychain
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainTransport
import Synchronization

/// The server of the service. Threads of a pool wait for events of all sockets together. The thread that receives a call
/// also carries it out and sends the reply, because handing the call to another thread takes longer than a search.
///
/// While a thread carries out a call, another thread waits for events. A client that waits, sends too much or does not
/// receive its replies therefore delays only the user whose program it is.
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

  private struct Connections: Sendable {
    var last: UInt64 = firstConnection
    var open: [UInt64: ClientConnection] = [:]
    var loads: [UInt32: UserLoad] = [:]
  }

  private struct Threads: Sendable {
    var count = 0
    var waiting = 0
    var isStopping = false
  }

  private let listeners: [Listener]
  private let admission: ClientAdmission
  private let limits: ServerLimits
  /// Identifies this process of the service to its clients.
  private let instance: [UInt8]
  private let poll: Int32
  private let wake: (input: Int32, output: Int32)
  private let connections = ForkSafeMutex(Connections())
  private let threads = ForkSafeMutex(Threads())
  private let stopped = Semaphore()
  private let lastInspection = Atomic<Int64>(0)

  /// The identifiers of events below this number belong to listeners, and the identifier 0 to the end of the server.
  private static let firstConnection: UInt64 = 1 << 16

  private static let backlog: Int32 = 1024

  /// - Parameters:
  ///   - listeners: Listening sockets, which the server takes over.
  ///   - controlGroups: The folder where the unified hierarchy of control groups is mounted.
  /// - Throws: `.notAvailable` when a descriptor is not a listening socket, or when the kernel refuses a resource.
  package init(
    _ listeners: [Listener], _ recognition: ClientRecognition, _ keychains: ServedKeychains,
    limits: ServerLimits = ServerLimits(), controlGroups: String = "/sys/fs/cgroup"
  ) throws(KeychainError) {
    self.listeners = listeners
    admission = ClientAdmission(recognition: recognition, keychains: keychains, controlGroups: controlGroups)
    self.limits = limits
    var instance = [UInt8](repeating: 0, count: Welcome.instanceByteCount)
    var ends: [Int32] = [-1, -1]
    let poll = lk_poll_create()
    guard poll >= 0, lk_pipe(&ends) == 0, lk_fill_randomly(&instance, instance.count) == 0 else {
      throw KeychainError(.notAvailable, "the server cannot be prepared", because: .tooManyFiles)
    }
    self.instance = instance
    self.poll = poll
    wake = (ends[0], ends[1])
    guard lk_poll_add(poll, ends[0], 0, Int32(LK_POLL_INPUT)) == 0 else {
      throw KeychainError(.notAvailable, "the server cannot be prepared")
    }
    for (index, listener) in listeners.enumerated() {
      guard lk_socket_is_listener(listener.descriptor) == 1 else {
        throw KeychainError(.notAvailable, "a descriptor is not a listening socket (SOCK_SEQPACKET)")
      }
      // Clients then see the user of this process, and not the user of the service manager, in new connections.
      guard lk_socket_adopt_listener(listener.descriptor, Self.backlog) == 0,
        lk_poll_add(poll, listener.descriptor, UInt64(index) + 1, Int32(LK_POLL_INPUT)) == 0
      else { throw KeychainError(.notAvailable, "a listening socket cannot be used") }
    }
    keychains.observe { [weak self] served in self?.notify(served) }
  }

  deinit {
    for descriptor in listeners.map(\.descriptor) + [wake.input, wake.output, poll] { Glibc.close(descriptor) }
  }

  // MARK: Threads

  /// Serves clients until `stop` is called. Returns when all calls have ended.
  package func run() {
    addThread()
    // A server that was stopped before has no thread.
    guard threads.withLock({ $0.count > 0 }) else { return }
    _ = stopped.wait(until: .after(.seconds(Int64.max)))
    for connection in connections.withLock({ Array($0.open.values) }) { close(connection, nil) }
  }

  /// Ends the server. The calls that are carried out at present end first.
  package func stop() {
    threads.withLock { $0.isStopping = true }
    var byte: UInt8 = 0
    _ = write(wake.output, &byte, 1)
  }

  private func addThread() {
    let mayStart = threads.withLock { threads in
      guard threads.waiting == 0, threads.count < limits.threads, !threads.isStopping else { return false }
      threads.count += 1
      threads.waiting += 1
      return true
    }
    guard mayStart else { return }
    if !ServerThread.start({ [self] in serve() }) {
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
      let count = lk_poll_wait(poll, 1000, &identifier, &events)
      threads.withLock { $0.waiting -= 1 }
      if count == 1, identifier == 0 {
        // Every thread must see the end.
        _ = lk_poll_again(poll, wake.input, 0, Int32(LK_POLL_INPUT))
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
    if identifier < Self.firstConnection { return accept(listeners[Int(identifier) - 1], identifier) }
    let number = identifier & ~ClientConnection.processBit
    guard let connection = connections.withLock({ $0.open[number] }) else { return }
    // The process has ended, and another process may still have the socket.
    guard identifier == number else { return close(connection, nil) }
    do throws(KeychainError) {
      if events & Int32(LK_POLL_OUTPUT) != 0 {
        try connection.flush()
        return connection.arm()
      }
      if events & Int32(LK_POLL_INPUT) != 0 { return try receive(connection, buffer) }
      close(connection, nil)
    } catch {
      close(connection, error)
    }
  }

  // MARK: Connections

  /// The number of connections that a thread accepts at once.
  private static let acceptCount = 16

  private func accept(_ listener: Listener, _ identifier: UInt64) {
    // A connection that this process does not accept any more waits for the next process of the service.
    guard !threads.withLock(\.isStopping) else { return }
    for _ in 0..<Self.acceptCount {
      let descriptor = lk_socket_accept(listener.descriptor)
      guard descriptor >= 0 else {
        if errno == EMFILE || errno == ENFILE { closeNewestOfGreediest() }
        break
      }
      do throws(KeychainError) {
        try add(PacketSocket(owning: descriptor), listener.name)
      } catch {
        Log.error("a connection was refused", error)
      }
    }
    _ = lk_poll_again(poll, listener.descriptor, identifier, Int32(LK_POLL_INPUT))
  }

  private func add(_ socket: PacketSocket, _ name: String?) throws(KeychainError) {
    let process = try PeerProcess(at: socket.descriptor)
    let user = process.credentials.user
    let connection: ClientConnection = try connections.withLock { (connections) throws(KeychainError) in
      guard connections.open.count < limits.connections else {
        throw KeychainError(.notAvailable, "there are too many connections")
      }
      let load = connections.loads[user] ?? UserLoad(user, limits)
      guard load.connect() else {
        throw KeychainError(.notAvailable, "user \(user) has too many connections")
      }
      connections.loads[user] = load
      connections.last += 1
      let connection = ClientConnection(
        connections.last, socket, process, socketName: name, load, poll: poll, limits)
      connections.open[connection.identifier] = connection
      return connection
    }
    do throws(KeychainError) { try connection.register() } catch { close(connection, error) }
  }

  /// Frees descriptors when there are no more: the user with the most connections loses the newest one.
  private func closeNewestOfGreediest() {
    let victim = connections.withLock { connections in
      let load = connections.loads.values.max { $0.connectionCount < $1.connectionCount }
      return connections.open.values.filter { $0.load === load }.max { $0.identifier < $1.identifier }
    }
    if let victim { close(victim, KeychainError(.notAvailable, "the service has no more descriptors")) }
  }

  private func close(_ connection: ClientConnection, _ error: KeychainError?) {
    let (wasOpen, client) = connection.close()
    guard wasOpen else { return }
    client?.served.unsubscribe(connection.identifier)
    connections.withLock { connections in
      connections.open[connection.identifier] = nil
      connection.load.disconnect(connection)
    }
    // The end of a client is no failure.
    guard let error, error.cause != .connectionLost else { return }
    Log.error(
      "the connection of process \(connection.process.credentials.process) of user \(connection.load.user) was closed",
      error)
  }

  /// Closes the connections that take too long, once a second.
  private func inspectConnections() {
    let now = lk_monotonic_now()
    let last = lastInspection.load(ordering: .relaxed)
    guard now - last > 1_000_000_000,
      lastInspection.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    else { return }
    let open = connections.withLock { connections in
      // A user without a connection may still have requests, which count.
      connections.loads = connections.loads.filter { !$0.value.isIdle }
      return Array(connections.open.values)
    }
    admission.keychains.closeIdle(at: now)
    for connection in open where connection.isOverdue(at: now) {
      close(connection, KeychainError(.notAvailable, "the client takes too long"))
    }
  }

  // MARK: Packets

  private func receive(_ connection: ClientConnection, _ buffer: PacketBuffer) throws(KeychainError) {
    connection.stopReceiving()
    guard connection.load.beginRequest(connection) else {
      // Without a registration, the end of the client would not be noticed.
      return connection.arm()
    }
    var isCounted = true
    func endRequest() {
      guard isCounted else { return }
      isCounted = false
      connection.load.endRequest()?.continueReceiving()
    }
    defer { endRequest() }
    guard let packet = try connection.socket.receive(into: buffer, waits: false) else {
      return connection.continueReceiving()
    }
    let byteCount = packet.byteCountInBuffer
    defer { buffer.wipe(byteCount) }
    // Another process may have the socket. The kernel names the process of each packet. It does not name the process of a
    // packet that was sent before this process adopted the listening socket. Such a hello needs a proof.
    let phase = connection.phase
    let isGreeting = if case .greeting = phase { true } else { false }
    let isNamed = packet.sender != 0
    guard packet.sender == connection.process.credentials.process || (isGreeting && !isNamed) else {
      throw KeychainError(.notAvailable, "a packet came from process \(packet.sender)")
    }
    guard connection.process.isAlive else { throw PeerProcess.ended }
    let kind = PacketKind(rawValue: packet.header.kind)
    switch (phase, kind) {
    case (.closed, _): return
    case (.greeting, .hello):
      try greet(
        connection, try packet.withBody { (body) throws(KeychainError) in try Hello(body) },
        needsProof: !isNamed || connection.process.needsProof)
    case (.proving(let challenge, let user), .proof):
      let answer = try packet.withBody { (body) throws(KeychainError) in Array(body) }
      guard answer == challenge else { throw KeychainError(.notAvailable, "the client did not prove its process") }
      try admit(connection, keychainOf: user)
    case (.open(let known), .call):
      let client = try present(known, packet.header.number, connection)
      // Another thread can receive the next packet while this thread carries out the call.
      connection.continueReceiving()
      return try answer(packet, client, connection, endRequest: endRequest)
    case (.open(let client), .subscribe):
      if connection.subscribe() {
        client.served.subscribe(connection.identifier)
        // Another thread may have closed the connection meanwhile.
        if case .closed = connection.phase { client.served.unsubscribe(connection.identifier) }
      }
    case (.open, nil):
      try refuse(
        KeychainError(.unimplemented, "the service does not know packets of kind \(packet.header.kind)"),
        packet.header.number, connection)
    default: throw KeychainError(.notAvailable, "a packet came at the wrong time")
    }
    connection.continueReceiving()
  }

  private func greet(_ connection: ClientConnection, _ hello: Hello, needsProof: Bool) throws(KeychainError) {
    guard hello.versions.contains(Call.messageVersion) else {
      let error = KeychainError(
        .notAvailable, "keychaind and the program have no version of the protocol in common", because: .newerFormat)
      try refuse(error, 0, connection)
      throw error
    }
    guard needsProof else { return try admit(connection, keychainOf: hello.user) }
    var challenge = [UInt8](repeating: 0, count: 16)
    guard lk_fill_randomly(&challenge, challenge.count) == 0 else {
      throw KeychainError(.notAvailable, "there are no random bytes")
    }
    connection.require(challenge, keychainOf: hello.user)
    try connection.send(PacketHeader(.challenge, length: challenge.count), challenge)
  }

  private func admit(_ connection: ClientConnection, keychainOf user: UInt32?) throws(KeychainError) {
    do throws(KeychainError) {
      let client = try admission.client(connection.process, socketName: connection.socketName, keychainOf: user)
      connection.admit(client)
      let body = ClientAdmission.welcome(client.identity, instance: instance).bytes
      try connection.send(PacketHeader(.welcome, length: body.count), body)
    } catch {
      // The client learns the reason before the end of the connection.
      try refuse(error, 0, connection)
      throw error
    }
  }

  /// The client with its present rights. Its rights end when the manifests or the accounts changed.
  private func present(
    _ client: Client, _ number: UInt64, _ connection: ClientConnection
  ) throws(KeychainError) -> Client {
    do throws(KeychainError) {
      let present = try admission.present(client)
      if present !== client { connection.admit(present) }
      return present
    } catch {
      try refuse(error, number, connection)
      throw error
    }
  }

  private func refuse(
    _ error: KeychainError, _ number: UInt64, _ connection: ClientConnection
  ) throws(KeychainError) {
    let message = try Result<Reply, KeychainError>.failure(error).message()
    try connection.send(PacketHeader(.reply, number: number, length: message.count), message)
  }

  private func answer(
    _ packet: borrowing ReceivedPacket, _ client: Client, _ connection: ClientConnection, endRequest: () -> Void
  ) throws(KeychainError) {
    let number = packet.header.number
    var message = try answer(to: packet, client, connection.load, endRequest)
    defer { message.wipe() }
    guard message.count > PacketHeader.largestInlineByteCount else {
      return try connection.send(PacketHeader(.reply, number: number, length: message.count), message)
    }
    try sendLarge(message, number, connection)
  }

  private func answer(
    to packet: borrowing ReceivedPacket, _ client: Client, _ load: UserLoad, _ endRequest: () -> Void
  ) throws(KeychainError) -> [UInt8] {
    let reserved = packet.header.isInMemoryFile ? Int(packet.header.length) : 0
    if reserved > 0 { try load.reserve(reserved, until: .after(limits.receiveTime)) }
    defer { if reserved > 0 { load.release(reserved) } }
    return try packet.withBody { (body) throws(KeychainError) in
      try CallHandling(client: client, load: load).answer(body, endRequest: endRequest)
    }
  }

  /// Sends a reply in a memory file. The file counts as memory of the user until the client has received it.
  private func sendLarge(
    _ message: [UInt8], _ number: UInt64, _ connection: ClientConnection
  ) throws(KeychainError) {
    guard message.count <= PacketHeader.largestByteCount else {
      return try refuse(
        KeychainError(.dataTooLarge, "the reply has more than \(PacketHeader.largestByteCount >> 20) MiB"), number,
        connection)
    }
    try connection.load.reserve(message.count, until: .after(limits.receiveTime))
    defer { connection.load.release(message.count) }
    let memory = try message.withRawBytes { (bytes) throws(KeychainError) in try SealedMemory(bytes) }
    try connection.send(
      PacketHeader(.reply, number: number, length: message.count, isInMemoryFile: true), [], memory)
    guard connection.waitUntilReceived(until: .after(limits.receiveTime)) else {
      throw KeychainError(.notAvailable, "the client does not receive a large reply")
    }
  }

  /// Tells the clients of a keychain that something changed.
  private func notify(_ served: ServedKeychain) {
    for identifier in served.subscriberIdentifiers {
      guard let connection = connections.withLock({ $0.open[identifier] }) else { continue }
      do throws(KeychainError) { try connection.sendNotice() } catch { close(connection, error) }
    }
  }
}
