import CPlatform
import Glibc
import KeychainModel

/// The components of a path that are not opened yet, including the components of symbolic links on the path.
struct PathResolution {
  struct Component {
    let name: String
    /// Whether the component comes from the target of a symbolic link.
    let isOfALink: Bool
  }

  private let path: String
  /// The components in reverse order: the next component is the last element.
  private var rest: [Component]
  private var linkCount = 0

  init(_ path: String) {
    self.path = path
    rest = Self.names(in: path).map { Component(name: $0, isOfALink: false) }.reversed()
  }

  /// Whether all components were taken.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() -> Component? { rest.popLast() }

  /// Replaces the last taken component with the target of a symbolic link.
  ///
  /// - Throws: `.notAvailable` when the path has more links than the kernel follows (40).
  mutating func follow(_ target: String) throws(KeychainError) {
    linkCount += 1
    guard linkCount <= 40 else { throw systemFailure("open", path, ELOOP, .reading) }
    rest += Self.names(in: target).map { Component(name: $0, isOfALink: true) }.reversed()
  }

  /// The path of an entry of a folder.
  static func path(of name: String, in folder: String) -> String {
    folder == "/" ? "/" + name : "\(folder)/\(name)"
  }

  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
  }
}

/// A symbolic link on the way to a folder.
struct SymbolicLink {
  let owner: UInt32
  /// The path in the link. Nil when the kernel must follow the link: in `/proc`, where users cannot create links, and
  /// when the path in the link is not UTF-8.
  let target: String?

  /// Returns nil when the entry is not a symbolic link.
  static func open(
    _ name: String, in folder: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> SymbolicLink? {
    let number = lk_open_reference(folder.number, name)
    guard number >= 0 else { throw systemFailure("open", path, errno, .reading) }
    let handle = FileDescriptor(owning: number)
    guard let status = handle.status() else {
      throw systemFailure("examine", path, errno, .reading)
    }
    guard status.mode & UInt32(S_IFMT) == UInt32(S_IFLNK) else { return nil }
    var magic: UInt32 = 0
    guard lk_file_system_magic(handle.number, &magic) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    // This number is `PROC_SUPER_MAGIC`.
    guard magic != 0x9FA0 else { return SymbolicLink(owner: status.owner, target: nil) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlinkat(handle.number, "", &buffer, buffer.count)
    guard count >= 0 else { throw systemFailure("examine", path, errno, .reading) }
    let target = buffer.prefix(count).map(UInt8.init(bitPattern:))
    return SymbolicLink(owner: status.owner, target: String(validating: target, as: UTF8.self))
  }
}
