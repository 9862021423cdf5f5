import CPlatform
import Glibc
import KeychainLog
package import KeychainModel
import KeychainTransport

/// The listening sockets that a service manager passes to this process (sd_listen_fds(3)), without libsystemd.
package enum InheritedSockets {
  /// The number of the first descriptor.
  private static let first: Int32 = 3
  private static let largestCount: Int32 = 64

  /// The name of the socket of all programs: the name of its unit.
  package static let commonName = "keychaind.socket"

  /// The name of the memory file with the tickets of the earlier process of the service.
  package static let ticketsName = "unlocked"

  /// Takes the descriptors, and removes their variables from the environment. Returns nothing when the process was given
  /// no descriptor.
  ///
  /// - Returns: The listening sockets, and the descriptor of the tickets of the earlier process.
  /// - Throws: `.notAvailable` when the variables are malformed.
  package static func take() throws(KeychainError) -> (listeners: [PacketServer.Listener], tickets: Int32?) {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
    return try read(
      process: value("LISTEN_PID"), count: value("LISTEN_FDS"), names: value("LISTEN_FDNAMES"), own: getpid())
  }

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static func read(
    process: String?, count: String?, names: String?, own: pid_t
  ) throws(KeychainError) -> (listeners: [PacketServer.Listener], tickets: Int32?) {
    guard let process, let count else { return ([], nil) }
    guard let process = pid_t(process), let count = Int32(count), (0...largestCount).contains(count) else {
      throw KeychainError(.notAvailable, "LISTEN_PID and LISTEN_FDS are malformed")
    }
    // The variables were meant for another process.
    guard process == own else { return ([], nil) }
    let names = names?.split(separator: ":", omittingEmptySubsequences: false).map(String.init) ?? []
    var listeners: [PacketServer.Listener] = []
    var tickets: Int32?
    for index in 0..<Int(count) {
      let descriptor = first + Int32(index)
      switch names.indices.contains(index) ? names[index] : commonName {
      case ticketsName: tickets = descriptor
      case commonName: listeners.append(PacketServer.Listener(descriptor))
      case let name: listeners.append(PacketServer.Listener(descriptor, name: name))
      }
    }
    return (listeners, tickets)
  }
}

/// Tells the service manager about this process (sd_notify(3)), without libsystemd. Does nothing without a manager.
package enum ServiceManager {
  package static func notify(_ text: String) {
    guard let address = getenv("NOTIFY_SOCKET") else { return }
    _ = lk_socket_notify(address, text, -1)
  }

  /// Gives the tickets to the service manager, which passes them to the next process of the service when the service is
  /// restarted. The manager closes them when the service is stopped.
  package static func keep(_ tickets: MemoryTickets) {
    var bytes = tickets.bytesToHandOver
    defer { bytes.wipe() }
    guard !bytes.isEmpty, let address = getenv("NOTIFY_SOCKET") else { return }
    do throws(KeychainError) {
      let memory = try bytes.withBytes { (bytes) throws(KeychainError) in try MemoryFile(bytes) }
      let text = "FDSTORE=1\nFDNAME=\(InheritedSockets.ticketsName)\n"
      guard lk_socket_notify(address, text, memory.descriptor) == 0 else {
        throw KeychainError(
          .notAvailable, "the service manager does not take them: \(String(cString: lk_error_description(errno)))")
      }
    } catch {
      Log.error("the unlocked keys are not handed over, so the next process locks the keychains with a passcode", error)
    }
  }

  /// The tickets that the manager passed to this process. The memory file is closed, also when it is damaged.
  package static func tickets(in descriptor: Int32?) -> MemoryTickets {
    guard let descriptor else { return MemoryTickets() }
    defer { close(descriptor) }
    var status = stat()
    // The manager must not keep the tickets any longer.
    notify("FDSTOREREMOVE=1\nFDNAME=\(InheritedSockets.ticketsName)\n")
    do throws(KeychainError) {
      guard fstat(descriptor, &status) == 0, status.st_size <= largestByteCount else {
        throw KeychainError(.decode, "the tickets of the earlier service are damaged")
      }
      let bytes = try MemoryFile.copy(of: descriptor, byteCount: Int(status.st_size))
      return try bytes.withUnsafeBytes { (bytes) throws(KeychainError) in try MemoryTickets(handedOver: bytes) }
    } catch {
      Log.error("the unlocked keys of the earlier service are not used", error)
      return MemoryTickets()
    }
  }

  private static let largestByteCount: Int = 64 << 20
}
