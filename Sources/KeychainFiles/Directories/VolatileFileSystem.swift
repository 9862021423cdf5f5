import CPlatform
import Glibc
package import KeychainModel

/// The file systems whose files are in memory, and gone when the machine is started anew. The raw value is the
/// magic number of statfs(2). One that lies upon such a file system (an overlay, a loop device) is not seen.
package enum VolatileFileSystem: UInt32, Sendable {
  case tmpfs = 0x0102_1994
  case ramfs = 0x8584_58F6

  /// That of an open file; nil when it is another.
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
  /// Whether everything in it is gone when the machine is started anew.
  ///
  /// - Throws: `.inputOutput`, `.notAvailable` when the system does not tell.
  package func isInMemory() throws(KeychainError) -> Bool {
    try VolatileFileSystem(of: openAnew(), path) != nil
  }
}
