import Glibc
package import KeychainModel

/// A small file in a protected directory. It is read and replaced as a whole.
///
/// Readers see the old or the new content, never a mixture, and only content that is durable.
package struct ProtectedFile: Sendable {
  package let directory: ProtectedDirectory
  package let name: String

  package init(_ name: String, in directory: ProtectedDirectory) {
    self.directory = directory
    self.name = name
  }

  package var path: String { directory.path(of: name) }

  /// The current status of the file; nil when there is none.
  package func status() throws(KeychainError) -> FileStatus? { try directory.status(of: name) }

  /// The whole content; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when it is not a regular file, belongs to another user, is open to
  ///   group or others, or is longer than `limit` bytes; `.inputOutput` when the device fails.
  package func read(limit: Int) throws(KeychainError) -> WipedBytes? {
    let found = try read(limit: limit) { (status) throws(KeychainError) in
      try status.requirePrivateRegularFile(path)
    }
    guard let found else { return nil }
    return found.content
  }

  /// The content and the status of a file that others may read; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when it is not a regular file, belongs to a user other than this one and
  ///   root, can be changed by others, or is longer than `limit` bytes; `.inputOutput` when the device
  ///   fails.
  package func readReadable(
    limit: Int
  ) throws(KeychainError) -> (bytes: [UInt8], status: FileStatus)? {
    let found = try read(limit: limit) { (status) throws(KeychainError) in
      guard status.isRegularFile else {
        throw KeychainError(.notAvailable, "\(path) is not a regular file", because: .wrongFileKind)
      }
      try status.requireUnchangedByOthers(path)
    }
    guard let found else { return nil }
    return (found.content.withUnsafeBytes { Array($0) }, found.status)
  }

  private struct Found: ~Copyable {
    let content: WipedBytes
    let status: FileStatus
  }

  private func read(
    limit: Int, _ check: (FileStatus) throws(KeychainError) -> Void
  ) throws(KeychainError) -> Found? {
    guard let handle = try directory.openFile(name, O_RDONLY, .reading) else { return nil }
    guard let status = handle.status() else {
      throw systemFailure("examine", path, errno, .reading)
    }
    try check(status)
    guard status.byteCount <= limit else {
      throw KeychainError(
        .notAvailable, "\(path) has \(status.byteCount) bytes, more than the \(limit) it may have")
    }
    var content = WipedBytes(count: Int(status.byteCount))
    let count = try content.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try handle.read(into: buffer, path)
    }
    content.shorten(to: count)
    return Found(content: content, status: status)
  }
}
