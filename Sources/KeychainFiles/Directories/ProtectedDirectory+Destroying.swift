import Glibc
package import KeychainModel

extension ProtectedDirectory {
  /// The result of destroying a file.
  package enum Destruction: Sendable {
    case absent
    /// The file was overwritten, durably, and removed.
    case overwritten
    /// The file was removed but not overwritten: the file does not belong to this user, could not be written, has more
    /// than 4 MiB, or has other names through which its content can still be read.
    case removed
  }

  /// Overwrites a small file with random bytes, and removes the file. A file with other names keeps its content,
  /// because these names may be in use. The target of a symbolic link is not changed.
  ///
  /// The old bytes may stay on the disk for some time, because some file systems, and disks with wear levelling, write
  /// the new bytes to another place of the disk.
  package func destroy(_ name: String) throws(KeychainError) -> Destruction {
    guard try status(of: name) != nil else { return .absent }
    let isOverwritten = (try? overwrite(name)) ?? false
    guard try remove(name) else { return .absent }
    return isOverwritten ? .overwritten : .removed
  }

  /// Removes a file durably, and then overwrites its old content. To remove the file, this function renames the file to
  /// a temporary name. If the new name cannot be made durable, the file gets its old name back. The caller must hold
  /// the lock of the folder, because otherwise another process could create a file with the old name in the meantime.
  ///
  /// When this function returns, a power failure cannot bring the file back. If there is no file, an earlier process may
  /// have removed it, and died before the removal was durable. So the function synchronizes the folder then, too.
  ///
  /// - Throws: The reason why the file cannot be removed, or why the folder cannot be synchronized. The file is then
  ///   unchanged.
  package func removeAndDestroy(
    _ name: String, _ lock: borrowing DirectoryLock
  ) throws(KeychainError) -> Destruction {
    guard try status(of: name) != nil else {
      try synchronize()
      return .absent
    }
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

  /// Overwrites and removes the temporary files of killed processes. Files that cannot be removed stay. Does nothing
  /// while another process holds the lock of the folder.
  ///
  /// Processes that create a device key hold the lock of the folder. Without the lock, another process could rename a
  /// temporary file to the name of a device key while this function overwrites the temporary file.
  ///
  /// - Parameter names: The final names of the files. Nil for all temporary files; the caller must then ensure that no
  ///   process is creating another file.
  package func destroyTemporaryFiles(of names: [String]? = nil) {
    guard (try? hasTemporaryFiles(of: names)) == true else { return }
    guard let lock = try? DirectoryLock(self) else { return }
    for name in (try? temporaryFiles(of: names)) ?? [] { _ = try? destroy(name) }
    // Makes the removal durable. After this call, callers assume that the removed files do not reappear after a power
    // failure.
    _ = try? synchronize()
    _ = consume lock
  }

  /// Throws unless files can be created and removed in the directory.
  ///
  /// - Throws: `.readOnly` on a read-only file system, `.notAvailable` without permission.
  package func requireWritable() throws(KeychainError) {
    guard access(for: W_OK) == 0 else { throw systemFailure("write to", path, errno, .writing) }
  }

  /// The number of free bytes on the file system that this user can use.
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
