import CPlatform
package import KeychainModel
import Synchronization

/// The log of the library. The log is off unless `LATCHKEY_LOG` is set.
///
/// When the log is off, an entry costs one comparison of a number. The log has no lock and no buffer, so a forked child
/// logs in the same way as its parent.
package enum Log {
  // MARK: Writing

  /// Whether entries of a level are written.
  @inline(__always)
  package static func isOn(_ level: LogLevel) -> Bool {
    let threshold = threshold.load(ordering: .relaxed)
    guard level.rawValue <= threshold else { return false }
    return threshold != unread || isOnOnceRead(level)
  }

  package static func error(
    _ message: @autoclosure () -> LogMessage, _ error: KeychainError? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    if isOn(.error) { write(LogEntry(.error, message(), error, file: file, line: line)) }
  }

  package static func notice(
    _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt = #line
  ) {
    if isOn(.notice) { write(LogEntry(.notice, message(), nil, file: file, line: line)) }
  }

  package static func debug(
    _ message: @autoclosure () -> LogMessage, file: StaticString = #fileID, line: UInt = #line
  ) {
    if isOn(.debug) { write(LogEntry(.debug, message(), nil, file: file, line: line)) }
  }

  /// Logs a failed call. Errors that programs expect are logged only at `debug`.
  package static func failure(_ error: KeychainError, of call: StaticString) {
    let isUsual = error.code == .itemNotFound || error.code == .duplicateItem
    let level: LogLevel = isUsual ? .debug : .info
    guard isOn(level) else { return }
    write(LogEntry(level, "\(call)", error))
  }

  /// Logs an error that a person must know. If the log is off, writes the error to standard error.
  package static func alert(_ message: LogMessage, _ error: KeychainError) {
    let entry = LogEntry(.error, message, error)
    if isOn(.error) { write(entry) } else { destination().sink.write(entry) }
  }

  // MARK: Timing

  /// Runs a public call. Logs the call when it fails, or when it takes longer than a second.
  @discardableResult @inline(__always)
  package static func call<Result>(
    _ name: StaticString, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard isOn(.notice) else { return try body() }
    return try observed(name, body)
  }

  /// Runs a step that waits for other processes. Logs the step when it takes longer than a second.
  @discardableResult @inline(__always)
  package static func waiting<Result>(
    for what: StaticString, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard isOn(.notice) else { return try body() }
    let begin = lk_monotonic_now()
    defer {
      let time = milliseconds(since: begin)
      if time >= 1000 { notice("waited \(time) ms for \(what)") }
    }
    return try body()
  }

  @inline(never)
  private static func observed<Result>(
    _ name: StaticString, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let begin = lk_monotonic_now()
    defer {
      let time = milliseconds(since: begin)
      if time >= 1000 { notice("\(name) took \(time) ms") }
    }
    do throws(KeychainError) {
      return try body()
    } catch {
      failure(error, of: name)
      throw error
    }
  }

  private static func milliseconds(since begin: Int64) -> Int64 {
    (lk_monotonic_now() - begin) / 1_000_000
  }

  // MARK: Destination

  /// The value of `threshold` before the first use of the log.
  private static let unread: UInt8 = 0xFF

  /// The priority of the least important entries that are written; 0 when no entries are written.
  private static let threshold = Atomic<UInt8>(0xFF)

  /// The address of the `LogDestination`; 0 before the object is created. The object is never freed.
  private static let made = Atomic<UInt>(0)

  /// Replaces the destination in the thread of a test. The replacement is not a task-local value, because the tool
  /// would then contain Swift's concurrency and Dispatch, and would start more slowly.
  private final class Capture {
    let sink: any LogSink
    init(_ sink: any LogSink) { self.sink = sink }
  }

  /// Runs `body`, and sends all entries of this thread, of every level, to a sink. For tests.
  @discardableResult
  package static func capturing<Result>(
    to sink: any LogSink, _ body: () throws -> Result
  ) rethrows -> Result {
    _ = destination()
    threshold.store(LogLevel.debug.rawValue, ordering: .relaxed)
    let capture = Capture(sink)
    let earlier = lk_log_capture()
    lk_log_set_capture(Unmanaged.passUnretained(capture).toOpaque())
    defer { lk_log_set_capture(earlier) }
    return try withExtendedLifetime(capture, body)
  }

  @inline(never)
  private static func isOnOnceRead(_ level: LogLevel) -> Bool {
    _ = destination()
    return level.rawValue <= threshold.load(ordering: .relaxed)
  }

  @inline(never)
  private static func write(_ entry: LogEntry) {
    if let capture = lk_log_capture() {
      return Unmanaged<Capture>.fromOpaque(capture).takeUnretainedValue().sink.write(entry)
    }
    let destination = destination()
    guard let level = destination.level, entry.level <= level else { return }
    destination.sink.write(entry)
  }

  private static func destination() -> LogDestination {
    let address = made.load(ordering: .acquiring)
    if address != 0 { return object(address) }
    let new = LogDestination(LogSettings.environment()) { JournalSink.isAvailable }
    let retained = Unmanaged.passRetained(new)
    let (exchanged, original) = made.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing)
    guard exchanged else {
      // Another thread has stored its destination first, so this thread frees its own destination and uses the stored
      // one.
      retained.release()
      return object(original)
    }
    _ = threshold.compareExchange(
      expected: unread, desired: new.level?.rawValue ?? 0, ordering: .relaxed)
    if let warning = new.warning { StandardErrorSink().write("latchkey: \(warning)") }
    return new
  }

  private static func object(_ address: UInt) -> LogDestination {
    // The address belongs to an object that is never freed, so it is not zero.
    // swift-format-ignore: NeverForceUnwrap
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!).takeUnretainedValue()
  }
}
