import CPlatform
import Glibc

/// Which pinentry asks, and where it can show itself.
package struct PinentrySettings: Sendable {
  /// The path of the program.
  package let program: String
  /// Whether the program was chosen: it is tried then wherever this process runs.
  package let isChosen: Bool
  /// What the pinentry finds in its environment.
  package let environment: [String]
  /// The terminal that it may use; nil without one.
  package let terminal: String?
  /// How long a person may take to answer, in seconds.
  package let timeLimit: Int

  package init(
    program: String, isChosen: Bool, environment: [String], terminal: String?, timeLimit: Int = 120
  ) {
    self.program = program
    self.isChosen = isChosen
    self.environment = environment
    self.terminal = terminal
    self.timeLimit = timeLimit
  }

  /// Where Debian and its like have the one that the administrator chose.
  package static let usual = "/usr/bin/pinentry"

  private static let handedOn = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    "TERM", "GPG_TTY", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
  ]

  /// As the environment says. A set-user-ID program finds nothing in it.
  package static func current() -> PinentrySettings {
    let chosen = value("LATCHKEY_PINENTRY")
    let environment = handedOn.compactMap { name in value(name).map { "\(name)=\($0)" } }
    return PinentrySettings(
      program: chosen ?? usual, isChosen: chosen != nil,
      environment: environment + ["PATH=/usr/bin:/bin"], terminal: Terminal.path)
  }

  /// A variable of the pinentry's environment.
  func variable(_ name: String) -> String? {
    for entry in environment where entry.utf8.starts(with: "\(name)=".utf8) {
      return String(entry.dropFirst(name.count + 1))
    }
    return nil
  }

  /// The name of the locale; nil for `C`.
  var locale: String? { variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") }

  /// Whether the locale has every character. In one that lacks a character of the question, a pinentry
  /// on the terminal refuses to put it.
  var hasUnicode: Bool {
    guard let encoding = locale?.split(separator: "@").first?.split(separator: ".").last else {
      return false
    }
    return ["UTF-8", "utf-8", "UTF8", "utf8"].contains(encoding)
  }

  /// Whether there is somewhere to show a prompt.
  var canShow: Bool {
    isChosen || terminal != nil || variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil
  }

  private static func value(_ name: String) -> String? {
    guard let value = lk_secure_getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
