import CPlatform
import KeychainTransport
import Synchronization

/// The sockets of closed connections whose clients have not received everything. The kernel counts the packets as memory
/// of the service, and the descriptors in the packets as descriptors of the service, until the client receives them or
/// ends. Therefore such a connection counts for its user. Its socket stays open, because the kernel reports for an open
/// socket only how much was not received.
struct ClosedConnections: Sendable {
  private struct Entry: Sendable {
    let socket: PacketSocket
    /// The process or the user whose connection it was.
    let owner: Int
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  func count(of owner: Int) -> Int { entries.count { $0.owner == owner } }

  /// Adds the socket of a connection that was shut down, unless the client has received everything.
  mutating func add(_ socket: PacketSocket, of owner: Int) {
    if socket.hasUnreceived { entries.append(Entry(socket: socket, owner: owner)) }
  }

  /// Removes the sockets whose clients have received everything.
  ///
  /// - Returns: The sockets, which close with their last reference.
  mutating func removeReceived() -> [PacketSocket] {
    var received: [PacketSocket] = []
    entries.removeAll { entry in
      guard !entry.socket.hasUnreceived else { return false }
      received.append(entry.socket)
      return true
    }
    return received
  }

  mutating func removeAll() -> [PacketSocket] {
    defer { entries = [] }
    return entries.map(\.socket)
  }
}
