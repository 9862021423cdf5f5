/// How much an entry matters; the raw value is the priority of syslog(3).
package enum LogLevel: UInt8, Sendable, CaseIterable, Comparable {
  /// Something is broken, or items were lost.
  case error = 3
  /// Something a person may want to know: the store was made, repaired, kept busy.
  case notice = 5
  /// Calls that failed.
  case info = 6
  /// Everything, also what failed as it should.
  case debug = 7

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The name, as settings and lines have it.
  package var name: StaticString {
    switch self {
    case .error: "error"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }
}
