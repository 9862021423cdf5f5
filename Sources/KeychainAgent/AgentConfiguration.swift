import Glibc
package import KeychainFiles
package import KeychainModel
import KeychainPrompt
import PropertyLists

/// The settings of the agents of this machine, which only root can change.
///
/// The file is a property list with the following keys, which are all optional:
/// - `pinentry`: The absolute path of the pinentry.
/// - `session-bus`: Whether the pinentry may use the session bus. A pinentry that lets another program of the bus show its
///   question (pinentry-gnome3) gives the passcode to that program, and any program of the user can take its place.
package struct AgentConfiguration: Sendable, Equatable {
  package static let standardPath = "/etc/latchkey/agent.plist"

  package var pinentry = PinentrySettings.defaultPath
  package var allowsSessionBus = false

  private static let largestByteCount = 64 << 10

  package init() {}

  /// Reads the configuration. Without the file, every setting has its default value.
  ///
  /// - Throws: `.notAvailable` when the file is damaged, or when a user other than root can change it.
  package static func read(
    _ path: String = standardPath, trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> AgentConfiguration {
    var configuration = AgentConfiguration()
    guard access(path, F_OK) == 0 || errno != ENOENT else { return configuration }
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = RootOwnedFolder(String(path[..<slash]), trust: trust)
    guard let bytes = try folder.read(String(path[slash...].dropFirst()), limit: largestByteCount) else {
      return configuration
    }
    guard case .dictionary(let entries)? = try? PropertyListValue(file: bytes) else {
      throw damaged(path, "it is no property list")
    }
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      switch (key, value) {
      case ("pinentry", .string(let text)) where text.hasPrefix("/") && !text.utf8.contains(0):
        configuration.pinentry = text
      case ("session-bus", .boolean(let flag)): configuration.allowsSessionBus = flag
      case ("pinentry", _): throw damaged(path, "pinentry is no absolute path")
      case ("session-bus", _): throw damaged(path, "session-bus is neither true nor false")
      default: throw damaged(path, "the key \(key) is unknown")
      }
    }
    return configuration
  }

  private static func damaged(_ path: String, _ reason: String) -> KeychainError {
    KeychainError(
      .notAvailable, "\(path), the configuration of keychain-agent, is wrong: \(reason)", because: .fileDamaged)
  }
}
