import CPlatform
import Glibc
package import KeychainModel

/// An open directory that belongs to this user alone and lies on a file system of this machine.
///
/// Everything is done relative to the open descriptor, so that renaming the directory, or putting
/// another in its place, cannot redirect an operation that has begun.
package final class ProtectedDirectory: Sendable {
  /// The path it was opened by, for messages.
  package let path: String

  private let handle: FileDescriptor

  init(path: String, handle: consuming FileDescriptor) {
    self.path = path
    self.handle = handle
  }

  /// The path of an entry, for messages.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// The path of an entry for whoever cannot open it by descriptor, valid as long as this object
  /// lives: it leads through the open descriptor, or where that is impossible (without `/proc`)
  /// through the path without symbolic links.
  ///
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when that path leads to another
  ///   directory by now.
  package func literalPath(of name: String) throws(KeychainError) -> String {
    let own = try status()
    let passage = "/proc/self/fd/\(handle.number)"
    var status = stat()
    if fstatat(AT_FDCWD, passage, &status, 0) == 0, FileStatus(status).isSameFile(as: own) {
      return "\(passage)/\(name)"
    }
    guard let resolved = realpath(path, nil) else {
      if errno == ENOENT { throw replaced }
      throw systemFailure("open", path, errno, .reading)
    }
    defer { free(resolved) }
    let directory = String(cString: resolved)
    guard let named = try FileStatus.of(path: directory), named.isSameFile(as: own) else {
      throw replaced
    }
    return directory == "/" ? "/\(name)" : "\(directory)/\(name)"
  }

  /// A new file without a name, for its owner alone; nil where the file system has no such files.
  func makeNamelessFile() -> FileDescriptor? {
    let file = uninterrupted { lk_open_nameless(handle.number) }
    return file >= 0 ? FileDescriptor(owning: file) : nil
  }

  private func status() throws(KeychainError) -> FileStatus {
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    return FileStatus(status)
  }

  private var replaced: KeychainError {
    KeychainError(.notAvailable, "\(path) is another directory now", cause: .storeReplaced)
  }

  /// Opens an entry without following a symbolic link; nil when there is none.
  func openFile(
    _ name: String, _ flags: Int32, mode: mode_t = 0, _ access: FileAccess
  ) throws(KeychainError) -> FileDescriptor? {
    try Self.requireEntryName(name)
    // O_NONBLOCK keeps a pipe that somebody left under the name from blocking us; it has no
    // effect on the regular files that are accepted.
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let number = aboveStandardStreams(uninterrupted { openat(handle.number, name, flags, mode) })
    if number >= 0 { return FileDescriptor(owning: number) }
    switch errno {
    case ENOENT where flags & O_CREAT == 0: return nil
    case ELOOP:
      throw KeychainError(
        .notAvailable, "\(path(of: name)) is a symbolic link", because: .wrongFileKind)
    default: throw systemFailure("open", path(of: name), errno, access)
    }
  }

  /// A program that closed its standard streams gets their numbers for the next files: what anybody
  /// then writes to standard error, a log as well, would go into this one.
  private func aboveStandardStreams(_ number: Int32) -> Int32 {
    guard (0...STDERR_FILENO).contains(number) else { return number }
    let higher = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let error = errno
    _ = close(number)
    errno = error
    return higher
  }

  /// Opens an entry only to ask about it; nil when there is none.
  func openReference(_ name: String) throws(KeychainError) -> FileDescriptor? {
    try Self.requireEntryName(name)
    let number = uninterrupted { lk_open_reference(handle.number, name) }
    if number >= 0 { return FileDescriptor(owning: number) }
    if errno == ENOENT { return nil }
    throw systemFailure("open", path(of: name), errno, .reading)
  }

  /// Opens an entry to be read and written; only to be read where the file system is read-only.
  ///
  /// - Throws: `.readOnly` when there is none, `O_CREAT` is given and none can be made.
  func openFileToWrite(_ name: String, _ flags: Int32) throws(KeychainError) -> FileDescriptor? {
    do throws(KeychainError) {
      return try openFile(name, O_RDWR | flags, mode: 0o600, .writing)
    } catch {
      guard error.code == .readOnly, let handle = try openFile(name, O_RDONLY, .reading) else {
        throw error
      }
      return handle
    }
  }

  /// What the file system says about an entry, symbolic links not followed; nil when there is
  /// none.
  package func status(of name: String) throws(KeychainError) -> FileStatus? {
    try Self.requireEntryName(name)
    var status = stat()
    guard fstatat(handle.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw systemFailure("examine", path(of: name), errno, .reading)
    }
    return FileStatus(status)
  }

  /// Removes an entry that is not a directory; false when there is none.
  @discardableResult
  package func remove(_ name: String) throws(KeychainError) -> Bool {
    try Self.requireEntryName(name)
    if unlinkat(handle.number, name, 0) == 0 { return true }
    if errno == ENOENT { return false }
    throw systemFailure("remove", path(of: name), errno, .writing)
  }

  /// Renames an entry, replacing what bears the new name.
  package func rename(_ name: String, to newName: String) throws(KeychainError) {
    try Self.requireEntryName(name)
    try Self.requireEntryName(newName)
    guard renameat(handle.number, name, handle.number, newName) == 0 else {
      throw systemFailure("rename to", path(of: newName), errno, .writing)
    }
  }

  /// Renames an entry unless something bears the new name already: then nothing changes, and the
  /// result is false.
  package func renameWithoutReplacing(
    _ name: String, to newName: String
  ) throws(KeychainError) -> Bool {
    try Self.requireEntryName(name)
    try Self.requireEntryName(newName)
    if lk_rename_noreplace(handle.number, name, newName) == 0 { return true }
    switch errno {
    case EEXIST: return false
    case EINVAL, ENOSYS: return try linkAndRemove(name, to: newName)
    default: throw systemFailure("rename to", path(of: newName), errno, .writing)
    }
  }

  /// What `renameWithoutReplacing` does where the file system knows no such renaming: a second
  /// name is never given over an existing one either. Between the two steps a crash leaves both
  /// names of one file. Then the next call removes the old one.
  package func linkAndRemove(_ name: String, to newName: String) throws(KeychainError) -> Bool {
    guard linkat(handle.number, name, handle.number, newName, 0) == 0 else {
      guard errno == EEXIST else {
        throw systemFailure("create", path(of: newName), errno, .writing)
      }
      guard let old = try status(of: name), let new = try status(of: newName),
        old.isSameFile(as: new)
      else {
        return false
      }
      try remove(name)
      return true
    }
    try remove(name)
    return true
  }

  /// Whether nothing can be written here because of the file system, whatever the rights.
  package var isOnReadOnlyFileSystem: Bool {
    var information = statvfs()
    return fstatvfs(handle.number, &information) == 0
      && information.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Whether this process may do something with the directory: faccessat(2), 0, or -1 and errno.
  func access(for mode: Int32) -> Int32 { faccessat(handle.number, ".", mode, AT_EACCESS) }

  /// fstatvfs(3): 0, or -1 and errno.
  func examineFileSystem(_ information: inout statvfs) -> Int32 {
    uninterrupted { fstatvfs(handle.number, &information) }
  }

  /// Waits until the directory's entries are on the disk.
  package func synchronize() throws(KeychainError) {
    guard uninterrupted({ fsync(handle.number) }) == 0 else {
      throw systemFailure("synchronize", path, errno, .writing)
    }
  }

  /// A descriptor of its own, with a position and a lock that it shares with no other.
  func openAnew() throws(KeychainError) -> FileDescriptor {
    let number = uninterrupted { openat(handle.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw systemFailure("open", path, errno, .reading) }
    return FileDescriptor(owning: number)
  }

  /// The names of all entries except `.` and `..`, in no order.
  package func entryNames() throws(KeychainError) -> [String] {
    // A descriptor of its own: reading moves an offset that all holders of a descriptor share.
    let number = openat(handle.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw systemFailure("list", path, errno, .reading) }
    guard let stream = fdopendir(number) else {
      let error = errno
      _ = close(number)
      throw systemFailure("list", path, error, .reading)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw systemFailure("list", path, errno, .reading) }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  private static func requireEntryName(_ name: String) throws(KeychainError) {
    let isEntry =
      !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0 || $0 == 0x2F }
    guard isEntry else { throw KeychainError(.parameter, "not the name of a file: \(name)") }
  }
}
