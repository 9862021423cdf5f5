import Glibc
package import KeychainModel

/// A small file in a protected directory, read and replaced as a whole.
///
/// Readers see the old content or the new, never a mixture, and no content before it is on the
/// disk.
package struct ProtectedFile: Sendable {
  package let directory: ProtectedDirectory
  package let name: String

  package init(_ name: String, in directory: ProtectedDirectory) {
    self.directory = directory
    self.name = name
  }

  package var path: String { directory.path(of: name) }

  /// What the file system says about the file now; nil when there is none.
  package func status() throws(KeychainError) -> FileStatus? { try directory.status(of: name) }

  /// The whole content; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when it is not a regular file, belongs to another user, is open to
  ///   group or others, or is longer than `limit` bytes; `.inputOutput` when the device fails.
  package func read(limit: Int) throws(KeychainError) -> WipedBytes? {
    guard let handle = try directory.openFile(name, O_RDONLY, .reading) else { return nil }
    let status = try handle.requirePrivateRegularFile(path)
    guard status.byteCount <= limit else {
      throw KeychainError(
        .notAvailable, "\(path) has \(status.byteCount) bytes, more than the \(limit) it may have")
    }
    var content = WipedBytes(count: Int(status.byteCount))
    let count = try content.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try handle.read(into: buffer, path)
    }
    content.shorten(to: count)
    return content
  }
}
