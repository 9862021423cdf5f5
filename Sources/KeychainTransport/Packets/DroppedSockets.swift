import CPlatform
import Glibc
import KeychainModel

/// The sockets of the service whose queues may contain descriptors of clients, from the end of their use to their end.
///
/// A child process ends such a socket (`lk_socket_drop`), because the close can take as long as a client likes. A file
/// system of a user (FUSE) can also let the child wait, so a user has one child at a time. The other sockets of the user
/// wait for their turn, and the service accepts no connection of a user with too many of them. All users whom the service
/// does not know count as one.
///
/// From Linux 6.16, the kernel refuses the descriptors at their sender, and no socket comes here.
package enum DroppedSockets {
  private struct Socket: Sendable {
    let descriptor: Int32
    let user: UInt32?
  }

  private struct State: Sendable {
    var waiting: [Socket] = []
    /// The children, with the users of their sockets.
    var children: [(process: pid_t, user: UInt32?)] = []
  }

  private static let state = ForkSafeMutex(State())
  private static let largestChildCount = 64
  private static let largestWaitingCount = 8

  /// Closes a socket soon, without waiting for descriptors in its queue.
  static func add(_ descriptor: Int32, of user: UInt32?) {
    state.withLock { $0.waiting.append(Socket(descriptor: descriptor, user: user)) }
    proceed()
  }

  /// Closes the sockets for which there was no child before.
  package static func proceed() {
    state.withLock { state in
      state.children.removeAll { lk_process_has_ended($0.process) == 1 }
      var kept: [Socket] = []
      for socket in state.waiting {
        guard state.children.count < largestChildCount, !state.children.contains(where: { $0.user == socket.user })
        else {
          kept.append(socket)
          continue
        }
        let child = lk_socket_drop(socket.descriptor)
        if child > 0 { state.children.append((child, socket.user)) } else { kept.append(socket) }
      }
      state.waiting = kept
    }
  }

  /// Whether so many sockets of a user wait for their end that the user may not connect.
  package static func isFull(_ user: UInt32?) -> Bool {
    func isFull() -> Bool {
      state.withLock { state in state.waiting.count { $0.user == user } >= largestWaitingCount }
    }
    guard isFull() else { return false }
    proceed()
    return isFull()
  }

  /// The number of sockets that wait for a child.
  package static var waitingCount: Int { state.withLock(\.waiting.count) }
}
