import Glibc
package import KeychainModel

extension ProtectedFile {
  /// Creates the file with this content, durably. If it exists already, changes nothing and returns
  /// false. After an error, there is no file.
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
  /// - Parameter erasingOld: Overwrites the old file with random bytes after the new one is durable
  ///   and the old one has no name. This erases the old blocks if the file system and the device
  ///   write in place. A failure is not reported. A process that opened the old file before may read
  ///   the random bytes.
  /// - Parameter isReadable: Whether others may read the file (mode 0644).
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

  /// Writes the content to a new temporary file beside this one, durably. Returns its name.
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

  /// Removes a file after a failure. A second failure is not reported: the caller must learn the
  /// first one, and temporary files are swept later.
  private func discard(_ name: String) {
    _ = try? directory.remove(name)
  }
}
