import Glibc
package import KeychainModel

/// A file of this user's alone at a path that a person chose.
package enum NewFile {
  /// Makes the file, durably, with mode 0600. What bears the name already is left alone, also a symbolic
  /// link.
  ///
  /// - Throws: `.notAvailable` when there is something of that name; then nothing is written.
  package static func create(
    at path: String, _ content: UnsafeRawBufferPointer
  ) throws(KeychainError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = uninterrupted { open(path, flags, 0o600) }
    guard number >= 0 else {
      if errno == EEXIST {
        throw KeychainError(.notAvailable, "\(path) exists already; nothing was written")
      }
      throw systemFailure("create", path, errno, .writing)
    }
    let handle = FileDescriptor(owning: number)
    do throws(KeychainError) {
      guard fchmod(handle.number, 0o600) == 0 else {
        throw systemFailure("set the mode of", path, errno, .writing)
      }
      try handle.write(content, path)
      try handle.synchronize(path)
      try synchronizeFolder(of: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Waits until a file that somebody else made, and its name, are on the disk.
  package static func synchronize(_ path: String) throws(KeychainError) {
    let number = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard number >= 0 else { throw systemFailure("open", path, errno, .reading) }
    try FileDescriptor(owning: number).synchronize(path)
    try synchronizeFolder(of: path)
  }

  private static func synchronizeFolder(of path: String) throws(KeychainError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = uninterrupted { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw systemFailure("open", folder, errno, .reading) }
    let handle = FileDescriptor(owning: number)
    // Some file systems cannot do that with folders.
    guard uninterrupted({ fsync(handle.number) }) == 0 || errno == EINVAL else {
      throw systemFailure("synchronize", folder, errno, .writing)
    }
  }
}
