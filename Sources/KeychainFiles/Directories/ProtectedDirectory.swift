import CPlatform
import Glibc
package import KeychainModel

/// An open directory that belongs to this user alone and is on a file system of this machine.
///
/// All operations use the open descriptor. So renaming or replacing the directory cannot redirect
/// an operation that has begun.
package final class ProtectedDirectory: Sendable {
  /// The path with which the directory was opened, for messages.
  package let path: String

  private let handle: FileDescriptor

  init(path: String, handle: consuming FileDescriptor) {
    self.path = path
    self.handle = handle
  }

  /// The path of an entry, for messages.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// The path of an entry, for code that cannot use the descriptor. The path is valid as long as this object exists.
  /// The path leads through the open descriptor in `/proc`. Without `/proc`, the result is the path without symbolic
  /// links.
  ///
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when the path without symbolic links leads to another
  ///   directory now.
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

  /// A new file without a name, for its owner alone; nil when the file system does not support such
  /// files.
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

  /// Opens an entry without following a symbolic link; nil when there is no such entry.
  func openFile(
    _ name: String, _ flags: Int32, mode: mode_t = 0, _ access: FileAccess
  ) throws(KeychainError) -> FileDescriptor? {
    try Self.requireEntryName(name)
    // O_NONBLOCK prevents blocking on a pipe that another program created under the name. The flag has no effect on
    // regular files, and only regular files are accepted.
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

  /// Moves a descriptor above the numbers of the standard streams. If a program has closed its standard streams, the
  /// next file that the program opens gets the number of a standard stream. Output to standard error, such as a log,
  /// would then be written into the file.
  private func aboveStandardStreams(_ number: Int32) -> Int32 {
    guard (0...STDERR_FILENO).contains(number) else { return number }
    let higher = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let error = errno
    _ = close(number)
    errno = error
    return higher
  }

  /// Opens an entry without access to its content, only to examine its status; nil when there is no such entry.
  func openReference(_ name: String) throws(KeychainError) -> FileDescriptor? {
    try Self.requireEntryName(name)
    let number = uninterrupted { lk_open_reference(handle.number, name) }
    if number >= 0 { return FileDescriptor(owning: number) }
    if errno == ENOENT { return nil }
    throw systemFailure("open", path(of: name), errno, .reading)
  }

  /// Opens an entry for reading and writing, or for reading only on a read-only file system.
  ///
  /// - Throws: `.readOnly` when there is no such entry, `O_CREAT` is given and the file cannot be created.
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

  /// The status of an entry; nil when there is no such entry. A symbolic link is not followed.
  package func status(of name: String) throws(KeychainError) -> FileStatus? {
    try Self.requireEntryName(name)
    var status = stat()
    guard fstatat(handle.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw systemFailure("examine", path(of: name), errno, .reading)
    }
    return FileStatus(status)
  }

  /// Removes an entry that is not a directory. Returns false when there is no such entry.
  @discardableResult
  package func remove(_ name: String) throws(KeychainError) -> Bool {
    try Self.requireEntryName(name)
    if unlinkat(handle.number, name, 0) == 0 { return true }
    if errno == ENOENT { return false }
    throw systemFailure("remove", path(of: name), errno, .writing)
  }

  /// Renames an entry. Replaces an entry that has the new name.
  package func rename(_ name: String, to newName: String) throws(KeychainError) {
    try Self.requireEntryName(name)
    try Self.requireEntryName(newName)
    guard renameat(handle.number, name, handle.number, newName) == 0 else {
      throw systemFailure("rename to", path(of: newName), errno, .writing)
    }
  }

  /// Renames an entry. If the new name exists already, changes nothing and returns false.
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

  /// Renames an entry, and waits until the disk has the new name. Does nothing when there is no such entry.
  ///
  /// - Throws: `.notAvailable` when an entry has the new name.
  package func renameDurably(_ name: String, to newName: String) throws(KeychainError) {
    guard try status(of: name) != nil else { return }
    guard try renameWithoutReplacing(name, to: newName) else {
      throw KeychainError(.notAvailable, "\(path(of: newName)) is in the way", because: .fileInTheWay)
    }
    try synchronize()
  }

  /// Renames an entry on file systems that do not support renaming without replacing. link(2) never replaces an
  /// existing name. After a crash between the two steps, the file has both names; the next call removes the old name.
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

  /// Whether the file system is read-only, regardless of permissions.
  package var isOnReadOnlyFileSystem: Bool {
    var information = statvfs()
    return fstatvfs(handle.number, &information) == 0
      && information.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Whether this process has the access rights `mode` to the directory. Returns the result of faccessat(2): 0, or -1
  /// and errno.
  func access(for mode: Int32) -> Int32 { faccessat(handle.number, ".", mode, AT_EACCESS) }

  /// Calls fstatvfs(3). Returns 0, or -1 and errno.
  func examineFileSystem(_ information: inout statvfs) -> Int32 {
    uninterrupted { fstatvfs(handle.number, &information) }
  }

  /// Waits until the directory's entries are on the disk.
  package func synchronize() throws(KeychainError) {
    guard uninterrupted({ fsync(handle.number) }) == 0 else {
      throw systemFailure("synchronize", path, errno, .writing)
    }
  }

  /// Opens the directory again. The new descriptor shares its position and its lock with no other descriptor.
  func reopen() throws(KeychainError) -> FileDescriptor {
    let number = uninterrupted { openat(handle.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw systemFailure("open", path, errno, .reading) }
    return FileDescriptor(owning: number)
  }

  /// The names of all entries except `.` and `..`, in no particular order.
  package func entryNames() throws(KeychainError) -> [String] {
    // A separate descriptor is opened, because reading moves the offset of the descriptor, and all threads share this
    // offset.
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
