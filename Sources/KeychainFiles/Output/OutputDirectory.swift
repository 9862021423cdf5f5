import CPlatform
import Glibc
import KeychainModel

/// The folder of a new file. The object refers to the same folder, even if its path leads elsewhere later. The folder
/// need not be readable.
final class OutputDirectory {
  private let handle: FileDescriptor
  private let noun: String

  /// - Parameters:
  ///   - path: The path, which need not be UTF-8.
  ///   - noun: The kind of file, for messages.
  init(_ path: [UInt8], noun: String) throws(KeychainError) {
    let number = uninterrupted { lk_open_passage(AT_FDCWD, path.terminated) }
    guard number >= 0 else { throw systemFailure("open the folder of", noun, errno, .writing) }
    handle = FileDescriptor(owning: number)
    self.noun = noun
  }

  /// The folder in a path, and the name after the folder.
  static func parts(of path: [UInt8]) -> (folder: [UInt8], entry: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
      return ([UInt8(ascii: ".")], path)
    }
    return (Array(path[...slash]), Array(path[(slash + 1)...]))
  }

  /// The status of the entry with a name; nil when there is no such entry. A symbolic link is not followed.
  func status(of name: [UInt8]) throws(KeychainError) -> FileStatus? {
    var status = stat()
    if fstatat(handle.number, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      return FileStatus(status)
    }
    guard errno == ENOENT else { throw systemFailure("examine", noun, errno, .reading) }
    return nil
  }

  /// A new file without a name, for its owner alone; nil when this is impossible.
  func makeNamelessFile() -> FileDescriptor? {
    let file = uninterrupted { lk_open_nameless(handle.number) }
    return file >= 0 ? FileDescriptor(owning: file) : nil
  }

  /// A new file for its owner alone; nil when the name exists.
  func makeFile(_ name: [UInt8]) throws(KeychainError) -> FileDescriptor? {
    let file = uninterrupted { lk_open_new(handle.number, name.terminated) }
    if file >= 0 { return FileDescriptor(owning: file) }
    guard errno == EEXIST else { throw systemFailure("create", noun, errno, .writing) }
    return nil
  }

  /// Gives a name to a file that has no name. Returns false when the name exists.
  func link(_ file: borrowing FileDescriptor, as name: [UInt8]) throws(KeychainError) -> Bool {
    if lk_link_open_file(file.number, handle.number, name.terminated) == 0 { return true }
    guard errno == EEXIST else { throw systemFailure("name", noun, errno, .writing) }
    return false
  }

  /// Renames a file. Replaces an entry that has the new name.
  func rename(_ name: [UInt8], to other: [UInt8]) throws(KeychainError) {
    guard
      renameat(handle.number, name.terminated, handle.number, other.terminated) == 0
    else { throw systemFailure("rename", noun, errno, .writing) }
  }

  /// Renames a file. When the new name exists, changes nothing and returns false.
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
    // The file system does not support renaming without replacing. link(2) never replaces an existing name. If the file
    // system has no hard links, this function creates an empty file with the new name, and then replaces the empty
    // file.
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

  /// Makes the names durable. This is not possible when this user may not read the folder, or when the file system
  /// cannot synchronise folders.
  ///
  /// - Returns: Whether the names are durable.
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

/// Examines the location of a new file.
package enum OutputLocation {
  /// Whether the folder of a path is one of `folders`. Compares the folders themselves, because two paths can lead to
  /// the same folder.
  ///
  /// - Parameter path: The path, which need not be UTF-8.
  package static func isFolder(of path: [UInt8], among folders: [String]) -> Bool {
    let folder = OutputDirectory.parts(of: path).folder
    guard !path.contains(0), let place = status(folder.terminated) else { return false }
    return folders.contains { status(Array($0.utf8CString))?.isSameFile(as: place) == true }
  }

  private static func status(_ path: [CChar]) -> FileStatus? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStatus(status) : nil
  }
}
