import CPlatform

/// What `LATCHKEY_LOG` says: `journal` or `stderr`, and after a colon `error`, `notice` (which holds
/// without), `info` or `debug`.
package struct LogSettings: Sendable, Equatable {
  package enum Target: String, Sendable {
    case journal
    case standardError = "stderr"
  }

  package var target: Target
  package var level: LogLevel

  package init(_ target: Target, _ level: LogLevel) {
    self.target = target
    self.level = level
  }

  /// Reads a value; nil when it makes no sense.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let target = Target(rawValue: String(parts[0])) else { return nil }
    let level =
      parts.count == 1
      ? LogLevel.notice : LogLevel.allCases.first { $0.name.description == parts[1] }
    guard let level else { return nil }
    self.init(target, level)
  }

  /// The value of the environment variable; nil when it is unset or empty, and in programs that run
  /// with more rights than their user has.
  static func environment() -> String? {
    guard let value = lk_secure_getenv("LATCHKEY_LOG") else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
