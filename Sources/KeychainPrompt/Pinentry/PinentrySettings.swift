import CPlatform
import Glibc

/// The path, the environment, the terminal and the time limit of the pinentry.
package struct PinentrySettings: Sendable {
  /// The path of the pinentry.
  package let program: String
  /// Whether the user chose the pinentry. A chosen pinentry is tried even without a terminal and without a display.
  package let isChosen: Bool
  /// The environment variables of the pinentry.
  package let environment: [String]
  /// The path of the terminal that the pinentry may use; nil for no terminal.
  package let terminal: String?
  /// The time limit for an answer, in seconds.
  package let timeLimit: Int
  /// Whether the pinentry has a session of its own. A pinentry in the background of a terminal can then read from the
  /// terminal.
  package let startsSession: Bool

  package init(
    program: String, isChosen: Bool, environment: [String], terminal: String?, timeLimit: Int = 120,
    startsSession: Bool = false
  ) {
    self.startsSession = startsSession
    self.program = program
    self.isChosen = isChosen
    self.environment = environment
    self.terminal = terminal
    self.timeLimit = timeLimit
  }

  /// The path of the default pinentry. In Debian and related distributions, the administrator chooses the program
  /// behind this path.
  package static let defaultPath = "/usr/bin/pinentry"

  private static let handedOn = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    "TERM", "GPG_TTY", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
  ]

  /// The settings from the environment variables. A set-user-ID program ignores these variables.
  package static func current() -> PinentrySettings {
    let chosen = value("LATCHKEY_PINENTRY")
    let environment = handedOn.compactMap { name in value(name).map { "\(name)=\($0)" } }
    return PinentrySettings(
      program: chosen ?? defaultPath, isChosen: chosen != nil,
      environment: environment + ["PATH=/usr/bin:/bin"], terminal: Terminal.path)
  }

  /// The value of a variable in the environment of the pinentry; nil if the variable is not set.
  func variable(_ name: String) -> String? {
    for entry in environment where entry.utf8.starts(with: "\(name)=".utf8) {
      return String(entry.dropFirst(name.count + 1))
    }
    return nil
  }

  /// The name of the pinentry's locale; nil if no variable sets a locale.
  var locale: String? { variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") }

  /// Whether the encoding of the locale is UTF-8. A pinentry on the terminal refuses a question if the question
  /// contains a character that the encoding lacks.
  var hasUnicode: Bool {
    guard let encoding = locale?.split(separator: "@").first?.split(separator: ".").last else {
      return false
    }
    return ["UTF-8", "utf-8", "UTF8", "utf8"].contains(encoding)
  }

  /// Whether a prompt can be shown.
  var canShow: Bool {
    isChosen || terminal != nil || variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil
  }

  private static func value(_ name: String) -> String? {
    guard let value = lk_secure_getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
