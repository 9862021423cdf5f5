import CPlatform
import Glibc
package import KeychainModel

/// A reference to a file, to check later whether the file is still in its place. The file is not opened for reading.
///
/// The reference gives no access to the content and has no lock. Closing the reference releases no lock. So a reference
/// to a database is safe. If this process closed an ordinary descriptor of the database, the kernel would release
/// SQLite's locks on the database.
package final class FileReference: Sendable {
  private let path: String
  private let handle: FileDescriptor

  /// The status of the file when the reference was created.
  package let status: FileStatus

  /// Creates a reference to a file of a directory; nil when there is no such file.
  package init?(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let handle = try directory.openReference(name) else { return nil }
    path = directory.path(of: name)
    status = try Self.status(handle, path)
    self.handle = handle
  }

  /// Whether the file still has a name and its original mode. A file that was deleted or replaced has no name; a file
  /// whose folder was moved still has its name.
  package func isUnchanged() throws(KeychainError) -> Bool {
    let present = try Self.status(handle, path)
    return present.linkCount > 0 && present.mode == status.mode
  }

  /// Whether the path still leads to the file, and the file has its original mode.
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
