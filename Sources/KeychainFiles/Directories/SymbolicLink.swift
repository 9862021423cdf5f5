import CPlatform
import Glibc
import KeychainModel

/// A symbolic link on the way to a folder.
struct SymbolicLink {
  let owner: UInt32
  /// Nil when the kernel must follow the link: in `/proc`, where users cannot create links, and when the
  /// target is not UTF-8.
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
    // PROC_SUPER_MAGIC
    guard magic != 0x9FA0 else { return SymbolicLink(owner: status.owner, target: nil) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlinkat(handle.number, "", &buffer, buffer.count)
    guard count >= 0 else { throw systemFailure("examine", path, errno, .reading) }
    let target = buffer.prefix(count).map(UInt8.init(bitPattern:))
    return SymbolicLink(owner: status.owner, target: String(validating: target, as: UTF8.self))
  }
}
