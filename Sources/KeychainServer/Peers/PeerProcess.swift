import CPlatform
import Glibc
import KeychainFiles
import KeychainModel

/// The user, the group and the process that connected. The kernel recorded them at the connection, and they never change.
package struct PeerCredentials: Sendable, Equatable {
  /// The effective user.
  package let user: UInt32
  /// The effective group.
  package let group: UInt32
  package let process: Int32
}

/// The process that connected. The object identifies the process even when another process gets its number.
final class PeerProcess: Sendable {
  let credentials: PeerCredentials
  /// Whether the kernel cannot say which process connected. The process of this object then has the recorded number, and
  /// must prove that it is the process that connected (`PeerProof`).
  let needsProof: Bool
  /// Whether the effective group was also a supplementary group of the process. Every program of a member of the group can
  /// have the group. True when the kernel does not say it.
  let isMemberOfGroup: Bool
  private let handle: FileDescriptor

  /// - Parameter socket: The accepted socket.
  /// - Throws: `.notAvailable` when the process has ended, or is in a process namespace that this process cannot see.
  init(at socket: Int32) throws(KeychainError) {
    var (user, group, process): (UInt32, UInt32, pid_t) = (0, 0, 0)
    guard lk_socket_peer(socket, &user, &group, &process) == 0, process > 0 else {
      throw KeychainError(.notAvailable, "the process of the client is not visible to the service")
    }
    // The kernel shows all users from outside of a user namespace as one user, which may have an account (`nobody`).
    guard lk_is_unmapped_user(user) == 0 else {
      throw KeychainError(
        .notAvailable,
        "the user of the client is not visible in the user namespace of keychaind (PrivateUsers=yes is not permitted)",
        because: .foreignOwner)
    }
    credentials = PeerCredentials(user: user, group: group, process: process)
    isMemberOfGroup = lk_socket_peer_has_group(socket, group) != 0
    var descriptor = lk_socket_peer_process(socket)
    // Kernels before 6.5 do not know the option.
    let isUnknown = descriptor < 0 && errno == ENOPROTOOPT
    if isUnknown { descriptor = lk_process_open(process) }
    guard descriptor >= 0 else {
      guard errno == EMFILE || errno == ENFILE else { throw Self.ended }
      throw KeychainError(.notAvailable, "the service has no more descriptors", because: .tooManyFiles)
    }
    handle = FileDescriptor(owning: descriptor)
    needsProof = isUnknown
  }

  var descriptor: Int32 { handle.number }

  /// Whether the process has not ended.
  var isAlive: Bool { lk_process_is_alive(handle.number) == 1 }

  static var ended: KeychainError { KeychainError(.notAvailable, "the process of the client has ended") }

  /// The largest file of /proc that the service reads.
  private static let largestByteCount = 64 << 10

  /// A file of a process in /proc.
  struct File {
    let content: [UInt8]
    /// Whether the user and the group of the file are root. They are root when other programs of the user cannot trace the
    /// process (PR_SET_DUMPABLE); otherwise they are the effective user and the effective group of the process.
    let isRoots: Bool
  }

  /// A file of the process in /proc; nil when the file cannot be read.
  ///
  /// - Throws: `.notAvailable` when the process has ended. The content may then be that of another process.
  func file(_ name: String) throws(KeychainError) -> File? {
    let file = Self.file(at: "/proc/\(credentials.process)/\(name)")
    guard isAlive else { throw Self.ended }
    return file
  }

  private static func file(at path: String) -> File? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else { return nil }
    let handle = FileDescriptor(owning: number)
    var status = stat()
    guard fstat(handle.number, &status) == 0 else { return nil }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(handle.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, content.count + count <= largestByteCount else { return nil }
      if count == 0 { return File(content: content, isRoots: status.st_uid == 0 && status.st_gid == 0) }
      content += buffer[..<count]
    }
  }
}
