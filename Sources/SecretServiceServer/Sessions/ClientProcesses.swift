import Glibc

/// The processes of the connections. The bus is asked once about each connection.
final class ClientProcesses {
  private let bus: BusConnection
  private var processes: [String: pid_t?] = [:]

  /// The largest number of connections that are remembered.
  private static let largestCount = 4096

  init(_ bus: BusConnection) { self.bus = bus }

  /// The process that a connection had when it connected; nil when this is unknown.
  func process(of client: String) -> pid_t? {
    if let known = processes[client] { return known }
    if processes.count >= Self.largestCount { processes = [:] }
    let found = bus.process(of: client).flatMap { $0 > 0 ? $0 : nil }
    processes[client] = .some(found)
    return found
  }

  /// The name of the group of connections that share limits: the connections of a process. A connection of an unknown
  /// process is a group of its own.
  func group(of client: String) -> String { process(of: client).map { "process \($0)" } ?? client }

  func end(client: String) { processes[client] = nil }
}
