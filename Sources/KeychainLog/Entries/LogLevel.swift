/// The importance of an entry. The raw value is the priority of syslog(3).
package enum LogLevel: UInt8, Sendable, CaseIterable, Comparable {
  /// Something is broken, or items were lost.
  case error = 3
  /// Information that a person may need, for example that the store was created or repaired, or is
  /// busy.
  case notice = 5
  /// Failed calls.
  case info = 6
  /// Everything, including failures that programs expect.
  case debug = 7

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The name in settings and in log lines.
  package var name: StaticString {
    switch self {
    case .error: "error"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }
}
