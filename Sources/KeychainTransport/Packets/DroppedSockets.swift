import CPlatform
import Glibc
import KeychainModel

/// The sockets of the service whose queues may contain descriptors of clients, from the end of their use to their end.
///
/// A child process ends such a socket (`lk_socket_drop`), because the close can take as long as a client likes. A file
/// system of a user (FUSE) can also let the child wait, so the number of children is limited. The other sockets wait for
/// their turn.
///
/// From Linux 6.16, the kernel refuses the descriptors at their sender, and no socket comes here.
package enum DroppedSockets {
  private struct State: Sendable {
    var waiting: [Int32] = []
    var children: [pid_t] = []
  }

  private static let state = ForkSafeMutex(State())
  private static let largestChildCount = 8

  /// Closes a socket soon, without waiting for descriptors in its queue.
  static func add(_ descriptor: Int32) {
    state.withLock { $0.waiting.append(descriptor) }
    proceed()
  }

  /// Closes the sockets for which there was no child before.
  package static func proceed() {
    state.withLock { state in
      state.children.removeAll { lk_process_has_ended($0) == 1 }
      while state.children.count < largestChildCount, let descriptor = state.waiting.last {
        let child = lk_socket_drop(descriptor)
        guard child > 0 else { return }
        state.waiting.removeLast()
        state.children.append(child)
      }
    }
  }

  /// The number of sockets that wait for a child.
  static var waitingCount: Int { state.withLock(\.waiting.count) }
}
