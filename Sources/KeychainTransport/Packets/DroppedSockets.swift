import CPlatform
import Glibc
import KeychainFiles
import KeychainModel

/// The sockets of the service whose queues may contain descriptors of clients, from the end of their use to their end.
///
/// A child process ends such sockets (`lk_sockets_drop`), because the close can take as long as a client likes. One child
/// ends all sockets of one user that wait at that moment. A file system of a user (FUSE) can also let the child wait, so
/// a user has few children at a time. Further sockets of the user wait, and the service uses no connection of a user with
/// too many of them. All users whom the service does not know have further limits together, because one person can have
/// many user numbers without an account.
///
/// From Linux 6.16, the kernel refuses the descriptors at their sender, and no socket comes here.
package enum DroppedSockets {
  /// The user for whom a socket counts.
  package struct Owner: Sendable, Equatable {
    package let user: UInt32
    /// Whether the service knows the user.
    package let isKnown: Bool

    package init(user: UInt32, isKnown: Bool) {
      self.user = user
      self.isKnown = isKnown
    }
  }

  private struct Socket: Sendable {
    let descriptor: Int32
    let owner: Owner
  }

  private struct State: Sendable {
    var waiting: [Socket] = []
    /// The children, with the owners of their sockets.
    var children: [(process: pid_t, owner: Owner)] = []
    /// Whether a child is made now.
    var isMakingChild = false
    /// Whether the thread runs that closes sockets.
    var isRunning = false

    func isFull(_ owner: Owner) -> Bool {
      guard waiting.count(where: { $0.owner.user == owner.user }) < largestWaitingCount else { return true }
      guard !owner.isKnown else { return false }
      var counts: [UInt32: Int] = [:]
      for socket in waiting where !socket.owner.isKnown { counts[socket.owner.user, default: 0] += 1 }
      // The sockets of one user above the limit of one user do not use the limit of the others up.
      return counts.values.reduce(0) { $0 + min($1, largestWaitingCount) } >= largestWaitingCountOfStrangers
    }

    /// Whether a further child may be made for a user with a number of waiting sockets. A second child is for many
    /// sockets only, because the first one may wait for a file system of the user.
    private func mayHaveChild(_ owner: Owner, _ count: Int) -> Bool {
      let own = children.count { $0.owner.user == owner.user }
      return children.count < largestChildCount && own < largestChildCountOfUser && count >= own * manySockets
        && (owner.isKnown || children.count { !$0.owner.isKnown } < largestChildCountOfStrangers)
    }

    /// Removes the sockets of a user for whom a child may be made, and notes that the child is made.
    ///
    /// While a child is made, it has copies of all descriptors. If it had the last one of another child's socket, its
    /// close would wait. So one child is made at a time.
    mutating func takeBatch() -> (owner: Owner, sockets: [Socket])? {
      guard !isMakingChild else { return nil }
      var counts: [UInt32: Int] = [:]
      for socket in waiting { counts[socket.owner.user, default: 0] += 1 }
      guard let owner = waiting.first(where: { mayHaveChild($0.owner, counts[$0.owner.user, default: 0]) })?.owner
      else { return nil }
      let sockets = waiting.filter { $0.owner.user == owner.user }
      waiting.removeAll { $0.owner.user == owner.user }
      isMakingChild = true
      return (owner, sockets)
    }
  }

  private static let state = ForkSafeMutex(State())
  /// The largest number of children: in all, for all users whom the service does not know, and for one user.
  private static let (largestChildCount, largestChildCountOfStrangers, largestChildCountOfUser) = (64, 32, 4)
  /// The number of waiting sockets for which a user gets one more child.
  private static let manySockets = 64
  /// The largest number of waiting sockets of one user, and of all users together whom the service does not know.
  private static let (largestWaitingCount, largestWaitingCountOfStrangers) = (8, 64)

  /// Lets a thread of its own close a socket soon. The caller does not wait.
  package static func add(_ descriptor: Int32, of owner: Owner) {
    state.withLock { $0.waiting.append(Socket(descriptor: descriptor, owner: owner)) }
    wake()
  }

  /// Starts the thread that closes waiting sockets and removes children that have ended, if there is something to do and
  /// the thread does not run.
  package static func wake() {
    let starts = state.withLock { state in
      guard !state.isRunning, !state.waiting.isEmpty || !state.children.isEmpty else { return false }
      state.isRunning = true
      return true
    }
    guard starts, !DetachedThread.start({ run() }) else { return }
    state.withLock { $0.isRunning = false }
  }

  private static func run() {
    while true {
      proceed()
      let isDone = state.withLock { state in
        state.isRunning = !state.waiting.isEmpty
        return !state.isRunning
      }
      guard !isDone else { return }
      usleep(20_000)
    }
  }

  /// Closes the waiting sockets, without waiting for descriptors in their queues. Other threads may add sockets meanwhile.
  /// One thread at a time does this; for another one, the function does nothing.
  package static func proceed() {
    state.withLock { state in state.children.removeAll { lk_process_has_ended($0.process) == 1 } }
    while let batch = state.withLock({ $0.takeBatch() }) {
      let descriptors = batch.sockets.map(\.descriptor).sorted()
      let process = lk_sockets_drop(descriptors, descriptors.count)
      state.withLock { state in
        state.isMakingChild = false
        if process > 0 {
          state.children.append((process, batch.owner))
        } else {
          state.waiting += batch.sockets
        }
      }
      guard process > 0 else { return }
    }
  }

  /// Whether so many sockets of a user wait for their end that the user may not connect.
  package static func isFull(_ owner: Owner) -> Bool {
    state.withLock { $0.isFull(owner) }
  }

  /// The number of sockets that wait for a child.
  package static var waitingCount: Int { state.withLock { $0.waiting.count } }
}
