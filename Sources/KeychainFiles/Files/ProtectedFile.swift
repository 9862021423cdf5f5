import Glibc
package import KeychainModel

/// A small file in a protected directory. The file is read and replaced as a whole.
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

  /// The current status of the file; nil when there is no such file.
  package func status() throws(KeychainError) -> FileStatus? { try directory.status(of: name) }

  /// The whole content; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when the file is not a regular file, belongs to another user, is open to group or
  ///   others, or is longer than `limit` bytes; `.inputOutput` when the device fails.
  package func read(limit: Int) throws(KeychainError) -> WipedBytes? {
    let found = try read(limit: limit) { (status) throws(KeychainError) in
      try status.requirePrivateRegularFile(path)
    }
    guard let found else { return nil }
    return found.content
  }

  /// The content and the status of a file that other users may read; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` when the file is not a regular file, belongs to a user other than this user and root,
  ///   can be changed by other users, or is longer than `limit` bytes; `.inputOutput` when the device fails.
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

extension ProtectedFile {
  /// Creates the file with this content, durably. If the file exists already, changes nothing and returns false. After
  /// an error, there is no file.
  package func create(_ content: UnsafeRawBufferPointer) throws(KeychainError) -> Bool {
    let temporary = try writeTemporary(content)
    let isNew: Bool
    do throws(KeychainError) {
      isNew = try directory.renameWithoutReplacing(temporary, to: name)
    } catch {
      discard(temporary)
      throw error
    }
    if !isNew { discard(temporary) }
    do throws(KeychainError) {
      try directory.synchronize()
    } catch {
      // A file that is not durable is removed.
      if isNew { discard(name) }
      throw error
    }
    return isNew
  }

  /// Replaces or creates the file with this content, durably and in one step.
  ///
  /// - Parameter erasingOld: Whether to overwrite the old file with random bytes, after the new file is durable and the
  ///   old file has no name. The overwriting erases the old blocks only if the file system and the device write in
  ///   place. A failure to overwrite is not reported. A process that opened the old file before may read the random
  ///   bytes.
  /// - Parameter isReadable: Whether other users may read the file (mode 0644).
  package func replace(
    _ content: UnsafeRawBufferPointer, erasingOld: Bool = false, isReadable: Bool = false
  ) throws(KeychainError) {
    let temporary = try writeTemporary(content, mode: isReadable ? 0o644 : 0o600)
    let old = erasingOld ? openForErasing() : nil
    do throws(KeychainError) {
      try directory.rename(temporary, to: name)
    } catch {
      discard(temporary)
      throw error
    }
    try directory.synchronize()
    if let old { _ = try? old.overwrite(nameCount: 0, path) }
  }

  /// Replaces the file with another file of the directory, durably, in one step and without free disk
  /// space. Erases the old file like `replace(_:erasingOld:)`.
  package func replace(byRenaming other: String) throws(KeychainError) {
    let old = openForErasing()
    try directory.rename(other, to: name)
    try directory.synchronize()
    if let old { _ = try? old.overwrite(nameCount: 0, path) }
  }

  private func openForErasing() -> FileDescriptor? {
    do throws(KeychainError) {
      return try directory.openFile(name, O_WRONLY, .writing)
    } catch {
      return nil
    }
  }

  /// Writes the content durably to a new temporary file in the same directory. Returns the name of the temporary file.
  private func writeTemporary(
    _ content: UnsafeRawBufferPointer, mode: mode_t = 0o600
  ) throws(KeychainError) -> String {
    let temporary = TemporaryName.make(for: name)
    let path = directory.path(of: temporary)
    let flags = O_WRONLY | O_CREAT | O_EXCL
    guard let handle = try directory.openFile(temporary, flags, mode: 0o600, .writing) else {
      throw KeychainError(
        .notAvailable, "\(path) vanished while it was created", because: .replaced)
    }
    do throws(KeychainError) {
      // The mode is set again, because the process's umask may remove the owner's permissions.
      guard fchmod(handle.number, mode) == 0 else {
        throw systemFailure("set the mode of", path, errno, .writing)
      }
      try handle.write(content, path)
      try handle.synchronize(path)
    } catch {
      discard(temporary)
      throw error
    }
    return temporary
  }

  /// Removes a file after a failure. A second failure is not reported, because the caller must learn the first failure,
  /// and temporary files are removed later.
  private func discard(_ name: String) {
    _ = try? directory.remove(name)
  }
}
