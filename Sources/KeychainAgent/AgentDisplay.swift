import Glibc
package import KeychainPrompt

/// Where an agent shows its questions, and the environment of its pinentry.
///
/// The user's programs choose the environment of the agent, so only variables that name a display, a language and the kind
/// of a terminal reach the pinentry.
package struct AgentDisplay: Sendable, Equatable {
  /// The path of the terminal; nil for windows.
  package let terminal: String?
  private let environment: [String]

  /// The environment variables that the agent keeps. It also keeps those of every program with the set-group-ID bit.
  package static let keptVariables = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
  ]

  private static let languageVariables = ["LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"]

  /// Questions in windows.
  ///
  /// - Returns: Nil when no variable names a display.
  package static func windows(
    _ configuration: AgentConfiguration, variable: (String) -> String? = Self.variable
  ) -> AgentDisplay? {
    var environment = entries(["DISPLAY", "XAUTHORITY"] + languageVariables, variable)
    if let name = variable("WAYLAND_DISPLAY") {
      // With an absolute path, the pinentry needs no XDG_RUNTIME_DIR, where it would find the session bus.
      let path = name.hasPrefix("/") ? name : variable("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
      if let path { environment.append("WAYLAND_DISPLAY=\(path)") }
    }
    guard environment.contains(where: { $0.hasPrefix("DISPLAY=") || $0.hasPrefix("WAYLAND_DISPLAY=") }) else {
      return nil
    }
    if configuration.allowsSessionBus {
      environment += entries(["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"], variable)
    } else {
      environment.append("DBUS_SESSION_BUS_ADDRESS=disabled:")
    }
    return AgentDisplay(terminal: nil, environment: environment)
  }

  /// Questions on the terminal of this process.
  ///
  /// - Returns: Nil when no standard stream is a terminal.
  package static func terminal(variable: (String) -> String? = Self.variable) -> AgentDisplay? {
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      var name = [CChar](repeating: 0, count: 256)
      guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
      let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return AgentDisplay(terminal: path, environment: entries(["TERM"] + languageVariables, variable))
    }
    return nil
  }

  private static func entries(_ names: [String], _ variable: (String) -> String?) -> [String] {
    names.compactMap { name in variable(name).map { "\(name)=\($0)" } }
  }

  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The rows of a terminal that the pinentry needs besides the text, and the further rows for a problem.
  private static let (furtherRows, problemRows) = (6, 2)
  /// The columns that the pinentry needs besides the text.
  private static let furtherColumns = 4

  /// Whether the terminal has room for a text. Windows have room for every text.
  package func hasRoom(for text: String, problem: String?) -> Bool {
    guard let terminal else { return true }
    let descriptor = open(terminal, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return false }
    let rows = Int(size.ws_row) - Self.furtherRows - (problem == nil ? 0 : Self.problemRows)
    return Self.rowCount(text, Int(size.ws_col) - Self.furtherColumns) <= rows
  }

  /// The number of rows of a text that is wrapped at spaces.
  static func rowCount(_ text: String, _ columns: Int) -> Int {
    guard columns > 0 else { return .max }
    var count = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var used = 0
      count += 1
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        let needed = word.unicodeScalars.count
        if used > 0, used + 1 + needed > columns { (count, used) = (count + 1, 0) }
        used += (used > 0 ? 1 : 0) + needed
        count += max(0, used - 1) / columns
        used -= max(0, used - 1) / columns * columns
      }
    }
    return count
  }

  /// The settings of a pinentry that answers within a number of seconds.
  package func settings(_ configuration: AgentConfiguration, seconds: Int) -> PinentrySettings {
    PinentrySettings(
      program: configuration.pinentry, isChosen: true, environment: environment + ["PATH=/usr/bin:/bin"],
      terminal: terminal, timeLimit: seconds, startsSession: terminal != nil)
  }
}
