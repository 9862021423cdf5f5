import CPlatform
import Glibc
package import KeychainModel

/// A file that only this user or root can write. Other users may read the file.
package enum TrustedFile {
  /// The whole content; nil when there is no such file. Symbolic links are followed.
  ///
  /// - Throws: `.notAvailable` when the file is not a regular file, has more than `limit` bytes, belongs to a user
  ///   other than this user and root, or can be written by other users (see `UntrustedWriter`).
  package static func read(_ path: String, limit: Int) throws(KeychainError) -> [UInt8]? {
    let number = uninterrupted {
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw systemFailure("open", path, errno, .reading)
    }
    let handle = FileDescriptor(owning: number)
    guard let status = handle.status(), status.isRegularFile else {
      throw KeychainError(.notAvailable, "\(path) is not a regular file", because: .wrongFileKind)
    }
    if let writer = try UntrustedWriter.find(handle, path) {
      let remedy = if case .mode = writer { ": chmod go-w \(path)" } else { "" }
      throw KeychainError(.notAvailable, "\(path) \(writer.words)\(remedy)", because: .fileTooOpen)
    }
    guard status.byteCount <= limit else {
      throw KeychainError(
        .notAvailable, "\(path) has \(status.byteCount) bytes, more than the \(limit) it may have",
        because: .fileDamaged)
    }
    var content = WipedBytes(count: Int(status.byteCount))
    let count = try content.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try handle.read(into: buffer, path)
    }
    return content.withUnsafeBytes { Array($0.prefix(count)) }
  }
}
