import Glibc
package import KeychainModel

/// The status of a file, from the file system.
///
/// If every change renames a new file to the name of the file, two equal statuses mean that the content is the same.
package struct FileStatus: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let byteCount: Int64
  package let mode: UInt32
  package let owner: UInt32
  /// The number of names (hard links) of the file.
  package let linkCount: UInt64
  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of the content, the name or the mode, in nanoseconds since 1970.
  package let changed: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    mode = UInt32(status.st_mode)
    owner = UInt32(status.st_uid)
    linkCount = UInt64(status.st_nlink)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// The status of the file at a path; nil when there is no such file. A symbolic link at the end of the path is not
  /// followed.
  package static func of(path: String) throws(KeychainError) -> FileStatus? {
    try of(path: Array(path.utf8))
  }

  /// The status of the file at a path that need not be UTF-8.
  package static func of(path: [UInt8]) throws(KeychainError) -> FileStatus? {
    var status = stat()
    guard lstat(path.terminated, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw systemFailure("examine", String(decoding: path, as: UTF8.self), errno, .reading)
    }
    return FileStatus(status)
  }

  /// Whether both statuses belong to the same file, even if its content changed.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  package var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

  package var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }

  /// Throws when another user owns the file or can open the file.
  ///
  /// In a file with an access control list, the group bits contain the mask of the list. So a list that gives access to
  /// other users is rejected, too. This function does not correct the permissions, because other users may already have
  /// read the content, and a person should know this.
  package func requirePrivate(_ path: String) throws(KeychainError) {
    let user = geteuid()
    guard owner == user else {
      throw KeychainError(
        .notAvailable, "\(path) belongs to user \(owner), not to user \(user) who wants to use it",
        because: .foreignOwner)
    }
    guard mode & 0o077 == 0 else {
      throw KeychainError(
        .notAvailable,
        "\(path) is open to others (mode 0\(String(mode & 0o7777, radix: 8))): "
          + "take the rights of group and others away (chmod go= \(path))",
        because: isDirectory ? .folderTooOpen : .fileTooOpen)
    }
  }

  /// Throws when a user other than this user and root can change the file. Accepts a file that other users can read.
  package func requireUnchangedByOthers(_ path: String) throws(KeychainError) {
    let user = geteuid()
    guard owner == user || owner == 0 else {
      throw KeychainError(
        .notAvailable, "\(path) belongs to user \(owner), neither to user \(user) nor to root",
        because: .foreignOwner)
    }
    guard mode & 0o022 == 0 else {
      throw KeychainError(
        .notAvailable,
        "\(path) can be changed by others (mode 0\(String(mode & 0o7777, radix: 8)))",
        because: .fileTooOpen)
    }
  }

  /// Throws when the owner has no permission to read and write the file. Root needs no such permission. Without this
  /// check, SQLite would only report that it cannot open the file.
  package func requireRightsOfOwner(_ path: String) throws(KeychainError) {
    guard mode & 0o600 == 0o600 || geteuid() == 0 else {
      throw KeychainError(
        .notAvailable,
        "\(path) may not be read and written (mode 0\(String(mode & 0o7777, radix: 8)))",
        because: .permissionDenied)
    }
  }

  /// Throws unless the file is a regular file that belongs to this user and that other users cannot open.
  package func requirePrivateRegularFile(_ path: String) throws(KeychainError) {
    guard isRegularFile else {
      throw KeychainError(.notAvailable, "\(path) is not a regular file", because: .wrongFileKind)
    }
    try requirePrivate(path)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
