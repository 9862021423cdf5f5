import CPlatform
import Glibc
package import KeychainModel

/// A folder that only root can change, and whose files only root can change. Every folder above it has the same
/// property. No part of the path is a symbolic link.
///
/// A daemon believes the files of such a folder, because no user can have written them.
package struct RootOwnedFolder: Sendable {
  /// The user who must own the files, and the folder above which nothing is checked. A test that does not run as root
  /// uses its own folder.
  package struct Trust: Sendable {
    package var owner: UInt32
    package var anchor: String

    package init(owner: UInt32, anchor: String) {
      self.owner = owner
      self.anchor = anchor
    }

    package static let root = Trust(owner: 0, anchor: "/")
  }

  package let path: String
  private let trust: Trust

  /// - Parameter path: An absolute path.
  package init(_ path: String, trust: Trust = .root) {
    self.path = path
    self.trust = trust
  }

  /// The names of the entries of the folder, sorted; nil when there is no such folder.
  ///
  /// - Parameter limit: The largest number of entries.
  /// - Throws: `.notAvailable` when the folder has more entries, or when a user other than root can change the folder.
  package func names(limit: Int) throws(KeychainError) -> [String]? {
    guard let folder = try open() else { return nil }
    let number = lk_open_folder(folder.number, ".")
    guard number >= 0 else { throw systemFailure("open", path, errno, .reading) }
    guard let stream = fdopendir(number) else {
      let error = errno
      close(number)
      throw systemFailure("open", path, error, .reading)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard let name = String(validating: bytes, as: UTF8.self), name != ".", name != ".." else { continue }
      guard names.count < limit else {
        throw KeychainError(.notAvailable, "\(path) has more than \(limit) entries")
      }
      names.append(name)
    }
    return names.sorted()
  }

  /// The status of a file; nil when there is no such file or folder.
  ///
  /// - Throws: `.notAvailable` when a user other than root can change the file.
  package func status(of name: String) throws(KeychainError) -> FileStatus? {
    guard let folder = try open(), let handle = try reference(name, in: folder) else { return nil }
    return try checkedStatus(handle, PathResolution.path(of: name, in: path))
  }

  /// The content of a regular file; nil when there is no such file or folder.
  ///
  /// - Throws: `.notAvailable` when a user other than root can change the file, when the file is not a regular file, or
  ///   when it has more than `limit` bytes.
  package func read(_ name: String, limit: Int) throws(KeychainError) -> [UInt8]? {
    let filePath = PathResolution.path(of: name, in: path)
    guard let folder = try open() else { return nil }
    let number = uninterrupted {
      openat(folder.number, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    }
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw systemFailure("open", filePath, errno, .reading)
    }
    let handle = FileDescriptor(owning: number)
    let status = try checkedStatus(handle, filePath)
    guard status.isRegularFile else {
      throw KeychainError(.notAvailable, "\(filePath) is not a regular file", because: .wrongFileKind)
    }
    guard status.byteCount <= limit else {
      throw KeychainError(
        .notAvailable, "\(filePath) has \(status.byteCount) bytes, more than the \(limit) it may have",
        because: .fileDamaged)
    }
    // One byte more shows that the file grew after the check.
    var content = WipedBytes(count: limit + 1)
    let count = try content.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try handle.read(into: buffer, filePath)
    }
    guard count <= limit else {
      throw KeychainError(.notAvailable, "\(filePath) grows while it is read", because: .fileDamaged)
    }
    return content.withUnsafeBytes { Array($0.prefix(count)) }
  }

  /// - Throws: `.notAvailable` when a user other than root can change the folder, or a folder above it.
  package func requireTrusted() throws(KeychainError) {
    guard let folder = try open() else {
      throw KeychainError(.notAvailable, "the folder \(path) is not there", because: .noPlace)
    }
    _ = folder.number
  }

  // MARK: Opening

  /// Opens every folder of the path in turn, so that no folder can be replaced between its check and its use.
  private func open() throws(KeychainError) -> FileDescriptor? {
    let anchor = trust.anchor == "/" ? "" : trust.anchor
    guard path.hasPrefix(anchor + "/") || path == trust.anchor else {
      throw KeychainError(.notAvailable, "\(path) is not below \(trust.anchor)", because: .noPlace)
    }
    var folder = trust.anchor
    let number = lk_open_passage(AT_FDCWD, folder)
    guard number >= 0 else { throw systemFailure("open", folder, errno, .reading) }
    var handle = FileDescriptor(owning: number)
    _ = try checkedStatus(handle, folder)
    for part in path.utf8.dropFirst(anchor.utf8.count).split(separator: UInt8(ascii: "/")) {
      let name = String(decoding: part, as: UTF8.self)
      folder = PathResolution.path(of: name, in: folder)
      let next = lk_open_passage_itself(handle.number, name)
      guard next >= 0 else {
        if errno == ENOENT { return nil }
        throw systemFailure("open", folder, errno, .reading)
      }
      handle = FileDescriptor(owning: next)
      _ = try checkedStatus(handle, folder)
    }
    return handle
  }

  private func reference(
    _ name: String, in folder: borrowing FileDescriptor
  ) throws(KeychainError) -> FileDescriptor? {
    let number = lk_open_reference(folder.number, name)
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw systemFailure("open", PathResolution.path(of: name, in: path), errno, .reading)
    }
    return FileDescriptor(owning: number)
  }

  private func checkedStatus(
    _ handle: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> FileStatus {
    guard let status = handle.status() else { throw systemFailure("examine", path, errno, .reading) }
    guard status.mode & UInt32(S_IFMT) != UInt32(S_IFLNK) else {
      throw KeychainError(.notAvailable, "\(path) is a symbolic link", because: .wrongFileKind)
    }
    guard status.owner == trust.owner else {
      guard lk_is_unmapped_user(status.owner) == 0 else {
        throw KeychainError(
          .notAvailable, "\(path) has no owner in this user namespace, so it cannot be believed",
          because: .foreignOwner)
      }
      throw KeychainError(
        .notAvailable, "\(path) belongs to user \(status.owner), not to user \(trust.owner)",
        because: .foreignOwner)
    }
    guard status.mode & 0o022 == 0 else {
      throw KeychainError(
        .notAvailable, "\(path) can be changed by others (mode 0\(String(status.mode & 0o7777, radix: 8)))",
        because: status.isDirectory ? .folderAboveTooOpen : .fileTooOpen)
    }
    return status
  }
}
