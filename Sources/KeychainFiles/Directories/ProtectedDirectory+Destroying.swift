import Glibc
package import KeychainModel

extension ProtectedDirectory {
  /// What became of a file that was to be destroyed.
  package enum Destruction: Sendable {
    case absent
    /// Overwritten, down to the disk, and removed.
    case overwritten
    /// Only removed: it is no file of this user, could not be written, is large, or has further
    /// names, by which its content can still be read.
    case removed
  }

  /// Overwrites a small file with random bytes and removes it. A file with further names keeps its
  /// content: it is somebody's copy. What a symbolic link leads to is not touched.
  ///
  /// Whether the old bytes are gone from the disk is the file system's affair: one that writes to
  /// another place each time, and a disk that spares its cells, keep them for a while.
  package func destroy(_ name: String) throws(KeychainError) -> Destruction {
    guard try status(of: name) != nil else { return .absent }
    let isOverwritten = (try? overwrite(name)) ?? false
    guard try remove(name) else { return .absent }
    return isOverwritten ? .overwritten : .removed
  }

  /// Removes a file, durably and in one step, and then overwrites what it was, as `destroy(_:)` does. When
  /// that fails, or the process is killed, the file is gone all the same; what is left is swept.
  ///
  /// The folder's lock must be held: until the removal is on the disk, the temporary file may become the
  /// file again.
  ///
  /// - Throws: What keeps the file from being removed; then it is as it was.
  package func removeAndDestroy(
    _ name: String, _ lock: borrowing FolderLock
  ) throws(KeychainError) -> Destruction {
    guard try status(of: name) != nil else { return .absent }
    let temporary = TemporaryName.make(for: name)
    try rename(name, to: temporary)
    do throws(KeychainError) {
      try synchronize()
    } catch {
      _ = try? rename(temporary, to: name)
      throw error
    }
    let outcome = (try? destroy(temporary)) ?? .removed
    _ = try? synchronize()
    return outcome
  }

  private func overwrite(_ name: String) throws(KeychainError) -> Bool {
    guard let handle = try openFile(name, O_WRONLY, .writing) else { return false }
    return try handle.overwrite(nameCount: 1, path(of: name))
  }

  /// Overwrites and removes temporary files that killed processes left. What cannot be removed stays; and
  /// all of it while another process holds the folder's lock, until it is asked for again.
  ///
  /// A temporary file that is overwritten may have got the name of a device key in that moment: this is why
  /// whoever makes one holds the lock.
  ///
  /// - Parameter names: Of the files that they were to be; nil for whoever knows that of none of the others
  ///   one is being made.
  package func destroyTemporaryFiles(of names: [String]? = nil) {
    guard (try? hasTemporaryFiles(of: names)) == true else { return }
    guard let lock = try? FolderLock(self) else { return }
    for name in (try? temporaryFiles(of: names)) ?? [] { _ = try? destroy(name) }
    // Whoever comes next relies on it that nothing is left.
    _ = try? synchronize()
    _ = consume lock
  }

  /// Refuses a directory in which files can be neither made nor removed.
  ///
  /// - Throws: `.readOnly` on a read-only file system, `.notAvailable` without the right.
  package func requireWritable() throws(KeychainError) {
    guard access(for: W_OK) == 0 else { throw systemFailure("write to", path, errno, .writing) }
  }

  /// The bytes that this user may still write to the file system.
  package func freeByteCount() throws(KeychainError) -> Int64 {
    var information = statvfs()
    guard examineFileSystem(&information) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    let (bytes, isTooLarge) = UInt64(information.f_bavail)
      .multipliedReportingOverflow(by: UInt64(information.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }
}
