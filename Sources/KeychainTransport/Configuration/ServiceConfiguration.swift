import Glibc
package import KeychainFiles
package import KeychainModel
import PropertyLists

/// The settings of the service on this machine. When the file exists, the default keychain of every user is in the
/// service.
///
/// The file is a property list with the following keys, which are all optional:
/// - `socket`: The absolute path of the socket of the service.
/// - `user`: The name or the number of the user of the service.
/// - `unlocked-after-logout`: The names or the numbers of the users whose keychains the service does not lock when their
///   last session ends.
package struct ServiceConfiguration: Sendable, Equatable {
  /// The path of the file.
  package static let standardPath = "/etc/latchkey/service.plist"

  /// The path of the socket.
  package var socketPath: String
  /// The user of the service. A server of another user than this user and root is not the service.
  package var user: UInt32
  /// The names or the numbers of the users whose keychains stay unlocked after their last session. A name need not have
  /// an account.
  package var unlockedAfterLogout: Set<String> = []

  package static let defaultSocketPath = "/run/keychaind/socket"
  package static let defaultUser = "keychaind"
  private static let largestByteCount = 64 << 10
  private static let keys: Set<String> = ["socket", "user", "unlocked-after-logout"]

  package init(socketPath: String, user: UInt32) {
    self.socketPath = socketPath
    self.user = user
  }

  /// Reads the configuration; nil when the file does not exist.
  ///
  /// - Throws: `.notAvailable` when the file is damaged, when a user other than root can change the file, or when the
  ///   user of the service has no account. A machine with a damaged file has a service, so no caller may go on without
  ///   the service.
  package static func read(
    _ path: String = standardPath, trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> ServiceConfiguration? {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    let name = String(path[slash...].dropFirst())
    // On most machines there is no file. The check of the folders is only necessary if there is one.
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    guard let bytes = try RootOwnedFolder(folder, trust: trust).read(name, limit: largestByteCount) else { return nil }
    guard case .dictionary(let entries)? = try? PropertyListValue(file: bytes) else {
      throw damaged(path, "it is no property list")
    }
    if let unknown = entries.keys.sorted().first(where: { !keys.contains($0) }) {
      throw damaged(path, "the key \(unknown) is unknown")
    }
    var socketPath: String?
    if let value = entries["socket"] {
      guard case .string(let text) = value, text.hasPrefix("/"), !text.utf8.contains(0) else {
        throw damaged(path, "socket is no absolute path")
      }
      socketPath = text
    }
    let user: UInt32?
    switch entries["user"] {
    case .string(let name): user = UserAccounts.system.user(named: name)
    case .integer(let number): user = UInt32(exactly: number)
    case nil: user = UserAccounts.system.user(named: defaultUser)
    default: user = nil
    }
    guard let user else { throw damaged(path, "the user of the service has no account") }
    var configuration = ServiceConfiguration(socketPath: socketPath ?? defaultSocketPath, user: user)
    if let value = entries["unlocked-after-logout"] {
      guard let users = value.users else { throw damaged(path, "unlocked-after-logout is no list of users") }
      configuration.unlockedAfterLogout = users
    }
    return configuration
  }

  /// Reads the configuration of a machine that must have a service.
  ///
  /// - Throws: `.notAvailable` with the cause `noPlace` when the file does not exist; the errors of `read`.
  package static func required(
    _ path: String = standardPath, trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> ServiceConfiguration {
    guard let configuration = try read(path, trust: trust) else {
      throw KeychainError(.notAvailable, "this machine has no keychaind: \(path) is missing", because: .noPlace)
    }
    return configuration
  }

  private static func damaged(_ path: String, _ reason: String) -> KeychainError {
    KeychainError(.notAvailable, "\(path), the configuration of keychaind, is wrong: \(reason)", because: .fileDamaged)
  }
}

extension PropertyListValue {
  /// The names and numbers of users in a list; nil for another value.
  fileprivate var users: Set<String>? {
    guard case .array(let values) = self else { return nil }
    var users: Set<String> = []
    for value in values {
      switch value {
      case .string(let name): users.insert(name)
      case .integer(let number): users.insert("\(number)")
      default: return nil
      }
    }
    return users
  }
}
