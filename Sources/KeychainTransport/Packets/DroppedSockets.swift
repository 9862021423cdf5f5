import CPlatform
import Glibc
import KeychainModel

/// The sockets of the service whose queues may contain descriptors of clients, from the end of their use to their end.
///
/// A child process ends such a socket (`lk_socket_drop`), because the close can take as long as a client likes. A file
/// system of a user (FUSE) can also let the child wait, so a user has one child at a time. The other sockets of the user
/// wait for their turn, and the service accepts no connection of a user with too many of them. All users whom the service
/// does not know have further limits together, because one person can have many user numbers without an account.
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
    /// The children, with the users of their sockets.
    var children: [(process: pid_t, owner: Owner)] = []

    func mayHaveChild(_ owner: Owner) -> Bool {
      children.count < largestChildCount && !children.contains { $0.owner.user == owner.user }
        && (owner.isKnown || children.count { !$0.owner.isKnown } < largestChildCountOfStrangers)
    }

    func isFull(_ owner: Owner) -> Bool {
      waiting.count { $0.owner.user == owner.user } >= largestWaitingCount
        || !owner.isKnown && waiting.count { !$0.owner.isKnown } >= largestWaitingCountOfStrangers
    }
  }

  private static let state = ForkSafeMutex(State())
  /// The largest number of children, and of those for users whom the service does not know.
  private static let (largestChildCount, largestChildCountOfStrangers) = (64, 32)
  /// The largest number of waiting sockets of one user, and of all users together whom the service does not know.
  private static let (largestWaitingCount, largestWaitingCountOfStrangers) = (8, 64)

  /// Closes a socket soon, without waiting for descriptors in its queue.
  static func add(_ descriptor: Int32, of owner: Owner) {
    state.withLock { $0.waiting.append(Socket(descriptor: descriptor, owner: owner)) }
    proceed()
  }

  /// Closes the sockets for which there was no child before.
  package static func proceed() {
    state.withLock { state in
      state.children.removeAll { lk_process_has_ended($0.process) == 1 }
      var kept: [Socket] = []
      for socket in state.waiting {
        guard state.mayHaveChild(socket.owner) else {
          kept.append(socket)
          continue
        }
        let child = lk_socket_drop(socket.descriptor)
        if child > 0 { state.children.append((child, socket.owner)) } else { kept.append(socket) }
      }
      state.waiting = kept
    }
  }

  /// Whether so many sockets of a user wait for their end that the user may not connect.
  package static func isFull(_ owner: Owner) -> Bool {
    guard state.withLock({ $0.isFull(owner) }) else { return false }
    proceed()
    return state.withLock { $0.isFull(owner) }
  }

  /// The number of sockets that wait for a child.
  package static var waitingCount: Int { state.withLock(\.waiting.count) }
}
