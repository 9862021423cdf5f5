import Glibc
package import KeychainModel

extension ProtectedFile {
  /// Creates the file with this content, durably, unless there is one: then nothing changes, and
  /// the result is false.
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
    try directory.synchronize()
    return isNew
  }

  /// Puts this content in place of the file, or creates it, durably and in one step.
  package func replace(_ content: UnsafeRawBufferPointer) throws(KeychainError) {
    let temporary = try writeTemporary(content)
    do throws(KeychainError) {
      try directory.rename(temporary, to: name)
    } catch {
      discard(temporary)
      throw error
    }
    try directory.synchronize()
  }

  /// Writes the content to a new file beside this one, down to the disk, and gives its name.
  private func writeTemporary(_ content: UnsafeRawBufferPointer) throws(KeychainError) -> String {
    let temporary = TemporaryName.make(for: name)
    let path = directory.path(of: temporary)
    let flags = O_WRONLY | O_CREAT | O_EXCL
    guard let handle = try directory.openFile(temporary, flags, mode: 0o600, .writing) else {
      throw KeychainError(.notAvailable, "\(path) vanished while it was created")
    }
    do throws(KeychainError) {
      // The mode again, because a process may run with a mask that takes away the owner's rights.
      guard fchmod(handle.number, 0o600) == 0 else {
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

  /// Removes a temporary file after a failure. A second failure is not reported: the first one is
  /// what the caller must know, and the litter is swept later.
  private func discard(_ temporary: String) {
    _ = try? directory.remove(temporary)
  }
}
