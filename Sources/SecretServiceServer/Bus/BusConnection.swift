import CSystemd
import Glibc
package import KeychainModel

/// A connection to the session bus. Only one thread may use it.
package final class BusConnection {
  private let bus: OpaquePointer

  /// Connects to the bus that `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` selects.
  ///
  /// - Throws: `.notAvailable` when libsystemd is missing, or when there is no session bus.
  package init() throws(KeychainError) {
    var bus: OpaquePointer?
    let result = lk_bus_open(&bus)
    guard result >= 0, let bus else {
      let reason = result == -ENOSYS ? "libsystemd.so.0 is missing" : Self.description(result)
      throw KeychainError(.notAvailable, "the session bus cannot be reached: \(reason)")
    }
    self.bus = bus
  }

  deinit { lk_bus_close(bus) }

  private static func description(_ result: Int32) -> String { String(cString: strerror(-result)) }

  /// The unique name of the connection.
  var uniqueName: String { lk_bus_unique_name(bus).map { String(cString: $0) } ?? "" }

  /// The state of a request for a name.
  package enum Ownership: Sendable {
    case owner
    /// Another connection owns the name, and cannot be replaced. The bus gives the name to this connection when the
    /// other connection ends.
    case waiting
  }

  /// Requests a name. Replaces an owner that allows it. A later connection does not replace this owner.
  package func request(name: String) throws(KeychainError) -> Ownership {
    let flags = LK_BUS_NAME_REPLACE_EXISTING | LK_BUS_NAME_QUEUE
    let result = lk_bus_request_name(bus, name, flags)
    guard result >= 0 || result == -EALREADY else {
      throw KeychainError(.notAvailable, "the name \(name) cannot be requested: \(Self.description(result))")
    }
    return result == 0 ? .waiting : .owner
  }

  /// Receives the signals that match a rule.
  func addMatch(_ rule: String) throws(KeychainError) {
    let result = lk_bus_add_match(bus, rule)
    guard result >= 0 else {
      throw KeychainError(.notAvailable, "the bus refuses a match rule: \(Self.description(result))")
    }
  }

  /// The process that a connection had when it connected; nil when the connection has ended. The process may have ended
  /// since, and another process may have its number.
  func process(of name: String) -> pid_t? {
    var process: pid_t = 0
    return lk_bus_process_of(bus, name, &process) >= 0 ? process : nil
  }

  /// Whether a connection owns a name now.
  func isOwner(_ client: String, of name: String) -> Bool { lk_bus_is_owner(bus, client, name) == 1 }

  // MARK: Receiving

  /// Reads a message, or writes messages that were not sent yet. Does not wait.
  ///
  /// - Returns: The message; nil when there is none, or only a part of one.
  /// - Throws: `.notAvailable` when the bus has ended the connection.
  func step() throws(KeychainError) -> BusMessage? {
    var message: OpaquePointer?
    // libsystemd reads the beginning and the rest of a message in two steps.
    for _ in 0..<2 {
      let result = lk_bus_process(bus, &message)
      if let message { return BusMessage(message) }
      guard result >= 0 else {
        throw KeychainError(.notAvailable, "the session bus has ended: \(Self.description(result))")
      }
      if result == 0 { break }
    }
    return nil
  }

  /// Waits until the connection or another descriptor has something to do.
  ///
  /// - Returns: Whether the other descriptors are readable.
  func wait(orReadable first: Int32, _ second: Int32) -> (first: Bool, second: Bool) {
    let events = lk_bus_events(bus)
    guard events >= 0 else { return (false, false) }
    var polled = [
      pollfd(fd: lk_bus_descriptor(bus), events: Int16(truncatingIfNeeded: events), revents: 0),
      pollfd(fd: first, events: Int16(POLLIN), revents: 0),
      pollfd(fd: second, events: Int16(POLLIN), revents: 0),
    ]
    var time = UInt64.max
    var timeout: Int32 = -1
    if lk_bus_timeout(bus, &time) >= 0, time != .max {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let present = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
      let left = time > present ? Int32(clamping: (time - present) / 1000 + 1) : 0
      timeout = left
    }
    guard poll(&polled, 3, timeout) > 0 else { return (false, false) }
    return (polled[1].revents != 0, polled[2].revents != 0)
  }

  // MARK: Sending

  /// Sends the reply to a call. `body` appends the values. Sends nothing if the caller expects no reply.
  func reply(to call: BusMessage, _ body: (BusMessage) throws(BusError) -> Void = { _ in }) throws(BusError) {
    guard call.expectsReply else { return }
    var pointer: OpaquePointer?
    let result = lk_bus_message_new_reply(call.pointer, &pointer)
    guard let pointer else { throw .message(result) }
    let message = BusMessage(pointer)
    try body(message)
    try send(message)
  }

  func reply(to call: BusMessage, error: BusError) {
    guard call.expectsReply else { return }
    var pointer: OpaquePointer?
    guard lk_bus_message_new_error(call.pointer, error.name, error.text, &pointer) >= 0, let pointer else { return }
    try? send(BusMessage(pointer))
  }

  /// Sends a signal. A signal that cannot be sent is left out, because the change that it reports has happened.
  ///
  /// - Parameter destination: The connection that receives the signal; nil for every connection that has subscribed.
  func signal(
    _ path: String, _ interface: String, _ member: String, to destination: String? = nil,
    _ body: (BusMessage) throws(BusError) -> Void
  ) {
    var pointer: OpaquePointer?
    guard lk_bus_message_new_signal(bus, path, interface, member, &pointer) >= 0, let pointer else { return }
    let message = BusMessage(pointer)
    if let destination, lk_bus_message_set_destination(pointer, destination) < 0 { return }
    do throws(BusError) {
      try body(message)
      try send(message)
    } catch {}
  }

  private func send(_ message: BusMessage) throws(BusError) {
    let result = lk_bus_send(bus, message.pointer)
    guard result >= 0 else { throw .message(result) }
  }

  func flush() { _ = lk_bus_flush(bus) }
}
