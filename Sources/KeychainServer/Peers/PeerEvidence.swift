import Glibc
import KeychainFiles
import KeychainModel

/// What the kernel says about a client. No program can forge these facts, except as the documentation of each says.
package struct PeerEvidence: Sendable, Equatable {
  package var credentials: PeerCredentials
  /// Whether the service can read the files of the process in /proc. Without them, the other facts are unknown.
  package var isVisible: Bool
  /// The real group, which differs from the effective group in a program with the set-group-ID bit; nil when it is
  /// unknown.
  package var realGroup: UInt32?
  /// Whether the effective group is also a supplementary group. Every program of the user can then have the group.
  package var isMemberOfGroup: Bool
  /// Whether no other program of the user can trace the process or change its memory.
  package var isProtected: Bool
  /// Whether the process is in the initial user namespace. In another user namespace, a program can get any group that
  /// the namespace maps.
  package var isInInitialNamespace: Bool
  /// Whether the process is in the process namespace of the service. Root of a container has another process namespace, and
  /// can become every user and every group.
  package var isInProcessNamespace: Bool
  /// The system unit of the process, such as `mail.service`; nil for a process that belongs to no system unit.
  package var unit: String?
  /// The name of the socket through which the client came; nil for the socket of all programs.
  package var socketName: String?
  /// The start of the process, in ticks since the start of the machine. With the number of the process, it identifies the
  /// process to the requests that the client repeats after a restart of the service.
  package var startTime: UInt64

  /// The facts about a process that /proc does not show.
  package init(_ credentials: PeerCredentials, socketName: String? = nil) {
    self.credentials = credentials
    self.socketName = socketName
    isVisible = false
    realGroup = nil
    isMemberOfGroup = true
    isProtected = false
    isInInitialNamespace = false
    isInProcessNamespace = false
    unit = nil
    startTime = 0
  }

  /// Collects the facts about a process.
  ///
  /// - Parameter controlGroups: The folder where the unified hierarchy of control groups is mounted.
  /// - Throws: `.notAvailable` when the process has ended.
  init(_ process: PeerProcess, socketName: String?, controlGroups: String) throws(KeychainError) {
    self.init(process.credentials, socketName: socketName)
    isMemberOfGroup = process.isMemberOfGroup
    startTime = try process.file("stat").flatMap { Self.startTime($0.content) } ?? 0
    guard let status = try process.file("status") else { return }
    isVisible = true
    realGroup = Self.realGroup(status.content)
    isProtected = status.isRoots
    isInProcessNamespace = Self.namespaceDepth(status.content) == 1
    isInInitialNamespace = try process.file("uid_map").map { Self.isInitialNamespace($0.content) } ?? false
    unit = try process.file("cgroup").flatMap { SystemUnit.name(controlGroup: $0.content, mountedAt: controlGroups) }
  }

  /// The number of process namespaces between the service and the process, and one more: the count of the numbers in the
  /// line `NSpid:` of `status`. 0 when there is no such line.
  static func namespaceDepth(_ status: [UInt8]) -> Int { line("NSpid:", of: status).map { words($0).count } ?? 0 }

  /// The first of the four groups in the line `Gid:` of `status`.
  static func realGroup(_ status: [UInt8]) -> UInt32? {
    line("Gid:", of: status).flatMap { words($0).first }.flatMap { UInt32($0) }
  }

  /// The rest of a line after its name.
  private static func line(_ name: String, of file: [UInt8]) -> ArraySlice<UInt8>? {
    let lines = file.split(separator: UInt8(ascii: "\n"))
    return lines.first { $0.starts(with: name.utf8) }?.dropFirst(name.utf8.count)
  }

  /// Whether a `uid_map` maps all users to themselves.
  static func isInitialNamespace(_ map: [UInt8]) -> Bool { words(map[...]) == ["0", "0", "4294967295"] }

  /// The field 22 of `stat`. The name of the program, in parentheses, may contain blanks and parentheses.
  static func startTime(_ stat: [UInt8]) -> UInt64? {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = words(stat[(end + 1)...])
    return fields.count > 19 ? UInt64(fields[19]) : nil
  }

  private static func words(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The system unit of a process, which the service manager chose. A user cannot move a process into the control group of
/// a system unit, and cannot make a control group that belongs to root.
enum SystemUnit {
  /// - Parameters:
  ///   - file: The content of `/proc/PID/cgroup`.
  ///   - mountPoint: The folder of the unified hierarchy.
  /// - Returns: The name of the unit; nil when the process is not below `system.slice`, or when the control group of the
  ///   unit does not belong to root.
  static func name(controlGroup file: [UInt8], mountedAt mountPoint: String) -> String? {
    let lines = file.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: "0::/".utf8) }),
      let path = String(validating: line.dropFirst(3), as: UTF8.self)
    else { return nil }
    let parts = path.split(separator: "/").map(String.init)
    guard parts.first == "system.slice",
      let index = parts.firstIndex(where: { !$0.hasSuffix(".slice") }), parts[index].hasSuffix(".service")
    else { return nil }
    var folder = mountPoint
    for part in parts[...index] {
      folder += "/" + part
      guard let status = (try? FileStatus.of(path: folder)) ?? nil, status.isDirectory, status.owner == 0 else {
        return nil
      }
    }
    return parts[index]
  }
}
