import KeychainModel
import KeychainTransport

/// An accepted connection of which only the user is known.
struct ArrivedConnection: Sendable {
  let socket: PacketSocket
  let user: UInt32
  /// The process that connected; 0 when the service cannot see it.
  let process: Int32
  /// The name of a socket for one application; nil for the socket of all programs.
  let socketName: String?
}

/// The accepted connections that wait for a thread. The users take turns, so a user with many of them delays only the own
/// connections. All users whom the service does not know are one user here.
final class ConnectionArrivals: Sendable {
  private struct State: Sendable {
    /// The connections of each user, in the order of their arrival. Nil stands for all unknown users. No list is empty.
    var waiting: [UInt32?: [ArrivedConnection]] = [:]
    /// The users with connections, in the order of their turns.
    var turns: [UInt32?] = []
    /// The number of all connections.
    var count = 0
    var isClosed = false
  }

  private let state = ForkSafeMutex(State())

  /// The largest number of connections of one user, or of all unknown users.
  private static let largestCount = 256
  /// The number of all connections above which a user with more than a fair share adds no further one.
  private static let largestTotal = 1024
  private static let fairShare = 16
  /// The largest number of users who wait.
  private static let largestUserCount = 256

  /// Adds a connection.
  ///
  /// - Returns: Whether the connection was added, and whether no other connection waits.
  func add(_ connection: ArrivedConnection, isKnown: Bool) -> (isAdded: Bool, isFirst: Bool) {
    let key = isKnown ? connection.user : nil
    return state.withLock { state in
      let count = state.waiting[key]?.count ?? 0
      guard !state.isClosed, count < Self.largestCount, count < Self.fairShare || state.count < Self.largestTotal,
        count > 0 || state.turns.count < Self.largestUserCount
      else { return (false, false) }
      state.count += 1
      if count == 0 { state.turns.append(key) }
      state.waiting[key, default: []].append(connection)
      return (true, count == 0 && state.turns.count == 1)
    }
  }

  /// Removes the next connection of the user whose turn it is.
  ///
  /// - Returns: The connection, and whether others wait.
  func next() -> (connection: ArrivedConnection, hasMore: Bool)? {
    state.withLock { state in
      guard !state.turns.isEmpty else { return nil }
      let key = state.turns.removeFirst()
      guard let connection = state.waiting[key]?.removeFirst() else { return nil }
      state.count -= 1
      if state.waiting[key]?.isEmpty == true { state.waiting[key] = nil } else { state.turns.append(key) }
      return (connection, !state.turns.isEmpty)
    }
  }

  /// Closes the newest connection of the user with the most, if the user has more than a fair share. There are no more
  /// descriptors.
  ///
  /// - Returns: Whether a connection was closed.
  func closeNewestOfGreediest() -> Bool {
    let newest = state.withLock { state -> ArrivedConnection? in
      guard let greediest = state.waiting.max(by: { $0.value.count < $1.value.count }),
        greediest.value.count > Self.fairShare
      else { return nil }
      state.count -= 1
      return state.waiting[greediest.key]?.removeLast()
    }
    return newest != nil
  }

  /// Closes the waiting connections, and takes no more.
  func close() {
    let waiting = state.withLock { state in
      defer { (state.waiting, state.turns, state.count, state.isClosed) = ([:], [], 0, true) }
      return state.waiting
    }
    withExtendedLifetime(waiting) {}
  }
}
