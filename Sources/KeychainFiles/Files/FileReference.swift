import CPlatform
import Glibc
package import KeychainModel

/// A file that is remembered, without being opened for reading, to tell later whether it is still
/// where it was.
///
/// It holds no right to the content and no lock, and letting it go drops none: that is what makes
/// it fit for a database, whose locks the kernel drops when any other descriptor is closed.
package final class FileReference: Sendable {
  private let path: String
  private let handle: FileDescriptor

  /// The file as it was at the beginning.
  package let status: FileStatus

  /// Remembers a file of a directory; nil when there is none.
  package init?(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let handle = try directory.openReference(name) else { return nil }
    path = directory.path(of: name)
    status = try Self.status(handle, path)
    self.handle = handle
  }

  /// Whether the file still has a name, and the mode that it had. A file that was deleted, or
  /// replaced under its name, has none; one whose folder was moved has.
  package func isUnchanged() throws(KeychainError) -> Bool {
    let present = try Self.status(handle, path)
    return present.linkCount > 0 && present.mode == status.mode
  }

  /// Whether the path still leads to the file, with the mode that it had.
  package func isAtItsPath() throws(KeychainError) -> Bool {
    guard let present = try FileStatus.of(path: path) else { return false }
    return present.isSameFile(as: status) && present.mode == status.mode
  }

  private static func status(
    _ handle: borrowing FileDescriptor, _ path: String
  ) throws(KeychainError) -> FileStatus {
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    return FileStatus(status)
  }
}
