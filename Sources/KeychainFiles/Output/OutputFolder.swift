import CPlatform
import Glibc
import KeychainModel

/// The folder that a new file is made in: the same one to the end, whatever its path names meanwhile. It
/// need not be one that may be read.
final class OutputFolder {
  private let handle: FileDescriptor
  private let noun: String

  /// - Parameters:
  ///   - path: Need not be UTF-8.
  ///   - noun: What the file is, for messages.
  init(_ path: [UInt8], noun: String) throws(KeychainError) {
    let number = uninterrupted { lk_open_passage(AT_FDCWD, path.terminated) }
    guard number >= 0 else { throw systemFailure("open the folder of", noun, errno, .writing) }
    handle = FileDescriptor(owning: number)
    self.noun = noun
  }

  /// The folder of a path, and the name in it.
  static func parts(of path: [UInt8]) -> (folder: [UInt8], entry: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
      return ([UInt8(ascii: ".")], path)
    }
    return (Array(path[...slash]), Array(path[(slash + 1)...]))
  }

  /// What bears a name, symbolic links not followed; nil when it is free.
  func status(of name: [UInt8]) throws(KeychainError) -> FileStatus? {
    var status = stat()
    if fstatat(handle.number, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      return FileStatus(status)
    }
    guard errno == ENOENT else { throw systemFailure("examine", noun, errno, .reading) }
    return nil
  }

  /// A new file without a name, for its owner alone; nil where that cannot be.
  func makeNamelessFile() -> FileDescriptor? {
    let file = uninterrupted { lk_open_nameless(handle.number) }
    return file >= 0 ? FileDescriptor(owning: file) : nil
  }

  /// A new file for its owner alone; nil when the name is taken.
  func makeFile(_ name: [UInt8]) throws(KeychainError) -> FileDescriptor? {
    let file = uninterrupted { lk_open_new(handle.number, name.terminated) }
    if file >= 0 { return FileDescriptor(owning: file) }
    guard errno == EEXIST else { throw systemFailure("create", noun, errno, .writing) }
    return nil
  }

  /// Gives a file its first name, unless that is taken: then false.
  func link(_ file: borrowing FileDescriptor, as name: [UInt8]) throws(KeychainError) -> Bool {
    if lk_link_open_file(file.number, handle.number, name.terminated) == 0 { return true }
    guard errno == EEXIST else { throw systemFailure("name", noun, errno, .writing) }
    return false
  }

  /// Renames a file, in place of what bears the name.
  func rename(_ name: [UInt8], to other: [UInt8]) throws(KeychainError) {
    guard
      renameat(handle.number, name.terminated, handle.number, other.terminated) == 0
    else { throw systemFailure("rename", noun, errno, .writing) }
  }

  /// Renames a file unless the name is taken: then false, and nothing changes.
  func renameWithoutReplacing(
    _ name: [UInt8], to other: [UInt8]
  ) throws(KeychainError) -> Bool {
    let (from, to) = (name.terminated, other.terminated)
    if lk_rename_noreplace(handle.number, from, to) == 0 { return true }
    switch errno {
    case EEXIST: return false
    case EINVAL, ENOSYS: break
    default: throw systemFailure("rename", noun, errno, .writing)
    }
    // The file system knows no such renaming. A second name is never given over an existing one either;
    // and where there are no second names, the name is reserved first.
    if linkat(handle.number, from, handle.number, to, 0) == 0 {
      remove(name)
      return true
    }
    if errno == EEXIST { return false }
    guard try makeFile(other) != nil else { return false }
    do throws(KeychainError) {
      try rename(name, to: other)
    } catch {
      remove(other)
      throw error
    }
    return true
  }

  func remove(_ name: [UInt8]) { unlinkat(handle.number, name.terminated, 0) }

  /// Makes the names last through a crash of the machine. A folder that this user may not read, and a
  /// file system that cannot do it with folders, leave it at what they do by themselves.
  ///
  /// - Returns: Whether it was done.
  @discardableResult
  func synchronize() throws(KeychainError) -> Bool {
    let number = uninterrupted { lk_open_folder(handle.number, ".") }
    guard number >= 0 else {
      if errno == EACCES { return false }
      throw systemFailure("open the folder of", noun, errno, .reading)
    }
    let readable = FileDescriptor(owning: number)
    if uninterrupted({ fsync(readable.number) }) == 0 { return true }
    guard errno == EINVAL else {
      throw systemFailure("synchronize the folder of", noun, errno, .writing)
    }
    return false
  }
}
