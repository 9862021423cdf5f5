import CPlatform
import Glibc
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainTransport
import Synchronization

/// Accepts the connections of all sockets on one thread, which does nothing else. The queue of a socket is common to all
/// users, so each connection in it must take little time. Other threads find out which process connected.
///
/// A user who connects too often loses the further connections at once. A client whose connection ends before its hello was
/// answered connects again after a pause (`RemoteConnection`).
final class ConnectionAcceptor: Sendable {
  private let listeners: [PacketServer.Listener]
  private let wake: Int32
  private let limits: ServerLimits
  private let refusals: RefusalLog
  let arrivals = ConnectionArrivals()
  /// The time until which nothing is accepted, because a thread needs the free descriptors for connections that arrived.
  private let pauseEnd = Atomic<Int64>(0)
  private let ended = Semaphore()

  /// What the server does for the thread.
  struct Server: Sendable {
    let isStopping: @Sendable () -> Bool
    /// Whether the service knows a user.
    let knows: @Sendable (UInt32) -> Bool
    /// Lets a thread take the connections that arrived.
    let announce: @Sendable () -> Void
    /// Closes connections, because there are no more descriptors.
    let freeDescriptors: @Sendable () -> Void
  }

  /// - Parameter wake: A descriptor that can be read when the server stops.
  init(_ listeners: [PacketServer.Listener], wake: Int32, _ limits: ServerLimits, _ refusals: RefusalLog) {
    self.listeners = listeners
    self.wake = wake
    self.limits = limits
    self.refusals = refusals
  }

  /// - Returns: False when no thread can be made.
  func start(_ server: Server) -> Bool {
    DetachedThread.start { [self] in
      run(server)
      ended.signal()
    }
  }

  /// Waits for the end of the thread, and closes the connections that no thread has taken.
  func finish() {
    _ = ended.wait(until: .after(.seconds(Int64.max)))
    arrivals.close()
  }

  /// Accepts nothing for a moment.
  func pause() { pauseEnd.store(lk_monotonic_now() + Int64(Self.pauseTime) * 1_000_000, ordering: .relaxed) }

  /// The number of connections of one socket after which the other sockets have their turns.
  private static let acceptCount = 64

  /// The number of descriptors that stay free for other threads.
  private static let reserve = 16

  /// The milliseconds for which nothing is accepted, because a resource is used up.
  private static let pauseTime: Int32 = 20

  private func run(_ server: Server) {
    var rates = ConnectionRates(limits)
    var states = ([wake] + listeners.map(\.descriptor)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&states, nfds_t(states.count), -1)
      guard count >= 0 || errno == EINTR, states[0].revents == 0, !server.isStopping() else { return }
      guard count > 0 else { continue }
      for (index, listener) in listeners.enumerated() where states[index + 1].revents != 0 {
        guard accept(listener, &rates, server) else { continue }
        // The listener would report an event again at once.
        var end = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        poll(&end, 1, Self.pauseTime)
      }
    }
  }

  /// - Returns: Whether a resource is used up.
  private func accept(_ listener: PacketServer.Listener, _ rates: inout ConnectionRates, _ server: Server) -> Bool {
    for _ in 0..<Self.acceptCount {
      // A connection that this process does not accept any more waits for the next process of the service.
      guard !server.isStopping() else { return false }
      guard lk_monotonic_now() >= pauseEnd.load(ordering: .relaxed) else { return true }
      let descriptor = lk_socket_accept(listener.descriptor)
      guard descriptor >= 0 else {
        // A connection that ended before it was accepted is no failure of the listener.
        guard errno != EAGAIN, errno != ECONNABORTED else { return false }
        if [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) { server.freeDescriptors() }
        return true
      }
      take(descriptor, listener.name, &rates, server)
      // The kernel gives the smallest free number. The other threads need descriptors for the connections that arrived.
      guard Int(descriptor) < sysconf(Int32(_SC_OPEN_MAX)) - Self.reserve else {
        server.freeDescriptors()
        return true
      }
    }
    return false
  }

  /// Hands a connection to the other threads, or closes it. A connection that is closed here was sent nothing, so its
  /// client can keep nothing of the service.
  private func take(_ descriptor: Int32, _ name: String?, _ rates: inout ConnectionRates, _ server: Server) {
    var (user, group, process): (UInt32, UInt32, pid_t) = (0, 0, 0)
    let isVisible = lk_socket_peer(descriptor, &user, &group, &process) == 0
    let isKnown = isVisible && server.knows(user)
    // The socket closes with its last reference.
    let socket = PacketSocket(accepted: descriptor)
    socket.count(for: DroppedSockets.Owner(user: user, isKnown: isKnown))
    guard isVisible, rates.permits(user, at: lk_monotonic_now()) else {
      return refusals.note(user, process, .notAvailable, "the user connects too often")
    }
    // Root may report a login without waiting for the answer.
    guard user == 0 || !socket.isEnded else { return }
    let (isAdded, isFirst) = arrivals.add(
      ArrivedConnection(socket: socket, user: user, process: process, socketName: name), isKnown: isKnown)
    guard isAdded else {
      return refusals.note(isKnown ? user : nil, process, .notAvailable, "too many connections of the user wait")
    }
    if isFirst { server.announce() }
  }
}

/// The numbers of new connections of users.
private struct ConnectionRates {
  private let limits: ServerLimits
  private var buckets: [UInt32: TokenBucket] = [:]
  /// The number of users at which the users are forgotten who have not connected for a time.
  private var largestCount = 1024

  init(_ limits: ServerLimits) { self.limits = limits }

  mutating func permits(_ user: UInt32, at now: Int64) -> Bool {
    guard user != 0 else { return true }
    if buckets.count >= largestCount {
      buckets = buckets.filter { !$0.value.isFull(at: now) }
      largestCount = max(1024, 2 * buckets.count)
    }
    let new = TokenBucket(count: limits.connectionsAtOnce, perSecond: limits.connectionsPerSecond)
    return buckets[user, default: new].take(at: now)
  }
}
