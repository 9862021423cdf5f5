import Glibc
package import KeychainModel

/// A file in a folder of credentials. systemd passes such a folder to a service (systemd.exec(5)), and an administrator
/// can create such a folder by hand. The file is only read, never written.
///
/// systemd creates the file for the user of the service. Either this user owns the file, with mode 0400. Or root owns
/// the file, and an access control list lets the user read the file; the mask of this list looks like a group
/// permission (0440). The folder is not writable. A file is rejected if other users can read or replace the file.
package struct CredentialFile: Sendable {
  /// The path for messages. Bytes that are not UTF-8 are replaced.
  package let path: String
  private let directory: [UInt8]
  private let name: [UInt8]
  /// The kind of folder, for messages.
  private let folderNoun: String

  /// A file with this name in a folder. No file is opened.
  package init(_ name: String, in directory: String) {
    self.init(Array(name.utf8), in: Array(directory.utf8), noun: "the folder of credentials")
  }

  /// The file at an absolute path, which need not be UTF-8. No file is opened.
  package init(at path: [UInt8]) {
    let slash = path.lastIndex(of: Self.slash) ?? path.startIndex
    self.init(
      Array(path[slash...].dropFirst()), in: Array(path[...slash]), noun: "the folder of the file")
  }

  private init(_ name: [UInt8], in directory: [UInt8], noun: String) {
    folderNoun = noun
    // With a slash at the end of the path, a symbolic link would be followed.
    var directory = directory
    while directory.count > 1, directory.last == Self.slash { directory.removeLast() }
    self.directory = directory
    self.name = name
    let separator: [UInt8] = directory == [Self.slash] ? [] : [Self.slash]
    path = String(decoding: directory + separator + name, as: UTF8.self)
  }

  private static let slash = UInt8(ascii: "/")

  /// Whether there is an entry of this name.
  ///
  /// - Throws: `.notAvailable` when the presence of the entry is unknown: the path of the folder is relative, or the
  ///   folder does not exist, is a symbolic link or cannot be searched.
  package func isPresent() throws(KeychainError) -> Bool {
    let folder = try openFolder()
    var status = stat()
    if fstatat(folder.number, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      return true
    }
    if errno == ENOENT { return false }
    throw systemFailure("examine", path, errno, .reading)
  }

  /// The whole content; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when the file is not a regular file, belongs to a user other than this user and root,
  ///   can be read by other users, is in a folder that other users can write to, or is longer than `limit` bytes. Also
  ///   the errors of `isPresent()`. `.inputOutput` when the device fails.
  package func read(limit: Int) throws(KeychainError) -> WipedBytes? {
    let folder = try openFolder()
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let number = uninterrupted { openat(folder.number, name.terminated, flags) }
    guard number >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP:
        throw KeychainError(.notAvailable, "\(path) is a symbolic link", because: .wrongFileKind)
      default: throw systemFailure("open", path, errno, .reading)
      }
    }
    let handle = FileDescriptor(owning: number)
    try requireUnchangeable(folder)
    let byteCount = try requirePrivate(handle)
    guard byteCount <= limit else {
      throw KeychainError(
        .notAvailable, "\(path) has \(byteCount) bytes, more than the \(limit) it may have")
    }
    var content = WipedBytes(count: byteCount)
    let count = try content.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try handle.read(into: buffer, path)
    }
    content.shorten(to: count)
    return content
  }

  /// The path of the folder for messages.
  private var folderPath: String { String(decoding: directory, as: UTF8.self) }

  private func openFolder() throws(KeychainError) -> FileDescriptor {
    guard directory.first == Self.slash, !directory.contains(0) else {
      throw KeychainError(
        .notAvailable, "\(folderNoun) is not named by an absolute path", because: .noPlace)
    }
    let number = open(directory.terminated, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if number >= 0 { return FileDescriptor(owning: number) }
    if errno == ENOTDIR || errno == ELOOP {
      throw KeychainError(
        .notAvailable,
        "\(folderPath), \(folderNoun), is not a folder, or is a symbolic link to one",
        because: .wrongFileKind)
    }
    throw systemFailure("open \(folderNoun)", folderPath, errno, .reading)
  }

  private func requireUnchangeable(_ folder: borrowing FileDescriptor) throws(KeychainError) {
    let status = try status(of: folder, folderPath)
    guard Self.isTrusted(status.st_uid) else {
      throw Self.foreign(folderPath, status.st_uid)
    }
    guard status.st_mode & 0o022 == 0 else { throw Self.tooPermissive(folderPath, status.st_mode) }
  }

  /// The size of a file in bytes. Throws when another user can read the file.
  private func requirePrivate(_ handle: borrowing FileDescriptor) throws(KeychainError) -> Int {
    let status = try status(of: handle, path)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw KeychainError(.notAvailable, "\(path) is not a regular file", because: .wrongFileKind)
    }
    guard Self.isTrusted(status.st_uid) else { throw Self.foreign(path, status.st_uid) }
    let isMaskOfList = status.st_uid == 0 && status.st_gid == 0
    guard status.st_mode & (isMaskOfList ? 0o037 : 0o077) == 0 else {
      throw Self.tooPermissive(path, status.st_mode)
    }
    return Int(status.st_size)
  }

  private func status(
    of handle: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> stat {
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    return status
  }

  private static func isTrusted(_ owner: uid_t) -> Bool { owner == geteuid() || owner == 0 }

  private static func foreign(_ path: String, _ owner: uid_t) -> KeychainError {
    KeychainError(
      .notAvailable,
      "\(path) belongs to user \(owner), neither to root nor to user \(geteuid()) who wants to use it",
      because: .foreignOwner)
  }

  private static func tooPermissive(_ path: String, _ mode: mode_t) -> KeychainError {
    KeychainError(
      .notAvailable,
      "\(path) is open to others (mode 0\(String(mode & 0o7777, radix: 8))): a credential is a file "
        + "of mode 0400 in a folder that only its owner may write", because: .fileTooOpen)
  }
}
