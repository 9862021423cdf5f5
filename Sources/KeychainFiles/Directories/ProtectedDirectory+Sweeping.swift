import Glibc
package import KeychainModel

extension ProtectedDirectory {
  /// Removes temporary files that a killed process left; gives their number.
  ///
  /// Only regular files of this user under a name that this module makes are touched, and only
  /// those last written longer ago than `age`: a younger one may belong to a process at work.
  @discardableResult
  package func sweepTemporaryFiles(olderThan age: Duration) throws(KeychainError) -> Int {
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0 else {
      throw systemFailure("read the clock for", path, errno, .reading)
    }
    let seconds = Int64(now.tv_sec) - age.components.seconds
    var count = 0
    for name in try entryNames() where TemporaryName.matches(name) {
      guard let status = try status(of: name), status.isRegularFile, status.owner == geteuid(),
        status.modified / 1_000_000_000 < seconds
      else { continue }
      if try remove(name) { count += 1 }
    }
    return count
  }
}

extension ProtectedDirectory {
  /// Makes an empty file of mode 0600 under a name that is swept when it is left behind.
  package func makeTemporaryFile(for name: String) throws(KeychainError) -> String {
    let temporary = TemporaryName.make(for: name)
    guard try openFile(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, .writing) != nil else {
      throw KeychainError(.notAvailable, "\(path(of: temporary)) cannot be made")
    }
    return temporary
  }

  /// Waits until the content of a file is on the disk.
  package func synchronize(_ name: String) throws(KeychainError) {
    guard let handle = try openFile(name, O_RDWR, .writing) else {
      throw KeychainError(.notAvailable, "\(path(of: name)) vanished")
    }
    guard uninterrupted({ fsync(handle.number) }) == 0 else {
      throw systemFailure("synchronize", path(of: name), errno, .writing)
    }
  }
}
