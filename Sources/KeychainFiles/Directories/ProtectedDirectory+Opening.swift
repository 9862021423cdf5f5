import CPlatform
import Glibc
package import KeychainModel

extension ProtectedDirectory {
  /// Opens an existing directory; nil when there is no directory.
  ///
  /// - Throws: `.notAvailable` when the path is a symbolic link, or when the directory belongs to another user, is open
  ///   to group or others, or is on a file system that several machines share. Root is another user, unless this
  ///   process runs as root.
  package static func open(_ path: String) throws(KeychainError) -> ProtectedDirectory? {
    try open(path, creating: false)
  }

  /// Opens a directory. A missing directory, and the missing folders above it, are created with mode 0700.
  ///
  /// - Throws: The errors of `open(_:)`, and `.readOnly` when the file system cannot be written.
  package static func openOrCreate(_ path: String) throws(KeychainError) -> ProtectedDirectory {
    guard let directory = try open(path, creating: true) else {
      throw KeychainError(.notAvailable, "\(path) vanished while it was opened", because: .replaced)
    }
    return directory
  }

  /// Opens an existing directory that other users may read but not change; nil when there is no directory.
  ///
  /// - Throws: `.notAvailable` when the path is a symbolic link, or when the directory belongs to a user other than
  ///   this user and root, or can be changed by other users.
  package static func openReadable(_ path: String) throws(KeychainError) -> ProtectedDirectory? {
    try open(path, creating: false, isReadable: true)
  }

  /// Opens a directory that other users may read but not change. A missing directory is created with mode 0755, and the
  /// missing folders above it with mode 0700.
  ///
  /// - Throws: The errors of `openReadable(_:)`, and `.readOnly` when the file system cannot be
  ///   written.
  package static func openOrCreateReadable(
    _ path: String
  ) throws(KeychainError) -> ProtectedDirectory {
    guard let directory = try open(path, creating: true, isReadable: true) else {
      throw KeychainError(.notAvailable, "\(path) vanished while it was opened", because: .replaced)
    }
    return directory
  }

  private static func open(
    _ path: String, creating: Bool, isReadable: Bool = false
  ) throws(KeychainError) -> ProtectedDirectory? {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw KeychainError(
        .notAvailable, "the path of the keychain's directory is empty or broken", because: .noPlace)
    }
    guard
      let handle = try walk(
        path, creating: creating, lastMode: isReadable ? 0o755 : 0o700, mustBeTrusted: !isReadable)
    else { return nil }
    if isReadable {
      guard let status = handle.status() else {
        throw systemFailure("examine", path, errno, .reading)
      }
      try status.requireUnchangedByOthers(path)
    } else {
      try requirePrivateLocalDirectory(handle, path)
    }
    return ProtectedDirectory(path: path, handle: handle)
  }

  /// Opens the components of a path one by one. So a missing directory is created in the directory that was just
  /// opened.
  ///
  /// A symbolic link is followed unless it is the last component, because a home directory may be a symbolic link. No
  /// folder is created at the missing target of a link.
  ///
  /// - Parameter mustBeTrusted: Whether to check the folders above the last folder before anything is created. The
  ///   check fails if another user can write to one of these folders, or owns a link on the path in a sticky folder.
  static func walk(
    _ path: String, creating: Bool, lastMode: mode_t, mustBeTrusted: Bool
  ) throws(KeychainError) -> FileDescriptor? {
    var way = PathResolution(path)
    let start = path.utf8.first == UInt8(ascii: "/") ? "/" : "."
    let first = openComponent(start, below: AT_FDCWD, isLast: way.isAtEnd)
    guard first >= 0 else { throw systemFailure("open", path, errno, .reading) }
    var current = FileDescriptor(owning: first)
    var name = start
    var isTrusted = !mustBeTrusted
    var isMissing = false

    while let component = way.next() {
      let isLast = way.isAtEnd
      var next = openComponent(component.name, below: current.number, isLast: isLast)
      if next < 0, errno == ENOTDIR, !isLast {
        guard let link = try SymbolicLink.open(component.name, in: current, path) else {
          throw isNoDirectory(path)
        }
        if mustBeTrusted {
          try requireTrusted(link, PathResolution.path(of: component.name, in: name), in: current, above: path)
        }
        if let target = link.target {
          try way.follow(target)
          guard target.utf8.first == UInt8(ascii: "/") else { continue }
          let root = lk_open_passage(AT_FDCWD, "/")
          guard root >= 0 else { throw systemFailure("open", path, errno, .reading) }
          current = FileDescriptor(owning: root)
          name = "/"
          continue
        }
        next = lk_open_passage(current.number, component.name)
      }
      if next < 0, errno == ENOENT {
        if !isTrusted {
          try requireTrustedAncestors(current, above: path)
          isTrusted = true
        }
        isMissing = true
        guard creating else { return nil }
        guard !component.isOfALink else { throw systemFailure("open", path, ENOENT, .writing) }
        try makeDirectory(component.name, in: current, isLast ? lastMode : 0o700, path)
        next = openComponent(component.name, below: current.number, isLast: isLast)
      }
      guard next >= 0 else {
        if errno == ENOTDIR || errno == ELOOP { throw isNoDirectory(path) }
        throw systemFailure("open", path, errno, creating ? .writing : .reading)
      }
      let opened = FileDescriptor(owning: next)
      name = PathResolution.path(of: component.name, in: name)
      // Another user may have created the missing folder before this process could create the folder. Therefore the
      // folder is checked.
      if mustBeTrusted, isMissing, !isLast { try requireTrusted(opened, name, above: path) }
      if !isTrusted {
        if isLast {
          try requireTrustedAncestors(current, above: path)
        } else {
          try requireTrusted(opened, name, above: path)
        }
      }
      current = opened
    }
    return current
  }

  private static func isNoDirectory(_ path: String) -> KeychainError {
    KeychainError(
      .notAvailable, "\(path) is not a directory, or is a symbolic link to one",
      because: .wrongFileKind)
  }

  /// Opens a component. The last component must not be a symbolic link. If another component is a symbolic link, the
  /// function opens the link itself, so that the caller can examine the link.
  private static func openComponent(_ name: String, below parent: Int32, isLast: Bool) -> Int32 {
    isLast
      ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      : lk_open_passage_itself(parent, name)
  }

  private static func makeDirectory(
    _ name: String, in parent: borrowing FileDescriptor, _ mode: mode_t, _ path: String
  ) throws(KeychainError) {
    guard mkdirat(parent.number, name, mode) == 0 else {
      if errno == EEXIST { return }  // Another process created the directory, which is checked when it is opened.
      throw systemFailure("create", path, errno, .writing)
    }
    // The process's umask may remove permissions that other users need.
    if mode != 0o700 { _ = fchmodat(parent.number, name, mode, 0) }
    // The entry of the new directory must be durable, because otherwise the files in the directory could be lost. A
    // parent without read permission cannot be synchronised; this is not an error.
    let readable = openat(parent.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard readable >= 0 else { return }
    let handle = FileDescriptor(owning: readable)
    _ = uninterrupted { fsync(handle.number) }
  }

  private static func requirePrivateLocalDirectory(
    _ handle: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) {
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    try FileStatus(status).requirePrivate(path)
    var magic: UInt32 = 0
    guard lk_file_system_magic(handle.number, &magic) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    if let shared = SharedFileSystem(rawValue: magic) {
      throw KeychainError(
        .notAvailable,
        "\(path) lies on a file system that machines share (\(shared.name)), "
          + "where a keychain cannot be kept safely", because: .networkFileSystem)
    }
  }
}
