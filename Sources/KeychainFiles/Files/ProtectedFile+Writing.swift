import Glibc
package import KeychainModel

extension ProtectedFile {
  /// Creates the file with this content, durably, unless there is one: then nothing changes, and
  /// the result is false. What fails makes no file.
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
      // A file that may not last is none.
      if isNew { discard(name) }
      throw error
    }
    return isNew
  }

  /// Puts this content in place of the file, or creates it, durably and in one step.
  ///
  /// - Parameter erasingOld: Writes random bytes over what the file was, once the new one is safe and
  ///   no name leads to the old one any more. That reaches the old blocks where the file system
  ///   writes in place and the device too; it is not reported when it fails. Somebody who opened the
  ///   file before may read them.
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

  /// Puts another file of the directory in place of this one, durably, in one step and without taking any
  /// room, and erases what this one was: as `replace(_:erasingOld:)`.
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

  /// Writes the content to a new file beside this one, down to the disk, and gives its name.
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
      // The mode again, because a process may run with a mask that takes away the owner's rights.
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

  /// Removes a file after a failure. A second failure is not reported: the first one is what the
  /// caller must know, and litter is swept later.
  private func discard(_ name: String) {
    _ = try? directory.remove(name)
  }
}
