import CPlatform
import KeychainTransport
import Synchronization

/// The sockets of closed connections whose clients have not received everything. The kernel counts the packets as memory
/// of the service, and the descriptors in the packets as descriptors of the service, until the client receives them or
/// ends. Therefore such a connection counts for its user, and its socket stays open, because only an open socket tells how
/// much was received.
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
    guard !entries.isEmpty else { return [] }
    let all = entries
    entries.removeAll { !$0.socket.hasUnreceived }
    guard entries.count < all.count else { return [] }
    return all.map(\.socket)
  }

  mutating func removeAll() -> [PacketSocket] {
    defer { entries = [] }
    return entries.map(\.socket)
  }
}
