import CPlatform
import Glibc
package import KeychainModel

/// The file systems that keep files in memory, so that they are gone after a restart of the machine. The raw
/// value is the magic number of statfs(2). A file system that is stored on such a file system (an overlay, a
/// loop device) is not recognised.
package enum VolatileFileSystem: UInt32, Sendable {
  case tmpfs = 0x0102_1994
  case ramfs = 0x8584_58F6

  /// The file system of an open file; nil when it is not volatile.
  init?(of file: borrowing FileDescriptor, _ path: String) throws(KeychainError) {
    var magic: UInt32 = 0
    guard lk_file_system_magic(file.number, &magic) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    guard let system = Self(rawValue: magic) else { return nil }
    self = system
  }
}

extension ProtectedDirectory {
  /// Whether the folder's content is gone after a restart of the machine.
  ///
  /// - Throws: `.inputOutput`, `.notAvailable` when the system call fails.
  package func isInMemory() throws(KeychainError) -> Bool {
    try VolatileFileSystem(of: reopen(), path) != nil
  }
}
