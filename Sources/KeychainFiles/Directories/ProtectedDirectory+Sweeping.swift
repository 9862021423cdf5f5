import Glibc
package import KeychainModel

extension ProtectedDirectory {
  /// Removes the temporary files of killed processes. Returns the number of removed files.
  ///
  /// Only regular files of this user whose names come from this module are removed.
  ///
  /// - Parameter age: Removes only files whose last write is longer ago than `age`, because a younger file may belong
  ///   to a running process. Nil removes all temporary files; the caller must then ensure that no process uses a
  ///   temporary file.
  @discardableResult
  package func sweepTemporaryFiles(olderThan age: Duration? = nil) throws(KeychainError) -> Int {
    var count = 0
    for name in try temporaryFiles(olderThan: age) where try remove(name) { count += 1 }
    return count
  }

  /// Whether there are temporary files, of killed or running processes.
  ///
  /// - Parameter names: The final names of the files; nil for all names.
  package func hasTemporaryFiles(of names: [String]? = nil) throws(KeychainError) -> Bool {
    try !temporaryFiles(of: names).isEmpty
  }

  func temporaryFiles(
    of files: [String]? = nil, olderThan age: Duration? = nil
  ) throws(KeychainError) -> [String] {
    let seconds = try age.map { (age) throws(KeychainError) in
      try now() - age.components.seconds
    }
    var names: [String] = []
    for name in try entryNames() where TemporaryName.matches(name) {
      if let files, !files.contains(where: { TemporaryName.matches(name, for: $0) }) { continue }
      guard let status = try status(of: name), status.isRegularFile, status.owner == geteuid(),
        seconds.map({ status.modified / 1_000_000_000 < $0 }) ?? true
      else { continue }
      names.append(name)
    }
    return names
  }

  private func now() throws(KeychainError) -> Int64 {
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0 else {
      throw systemFailure("read the clock for", path, errno, .reading)
    }
    return Int64(now.tv_sec)
  }
}

extension ProtectedDirectory {
  /// Creates an empty temporary file with mode 0600. `sweepTemporaryFiles` removes the file if it is left behind.
  package func makeTemporaryFile(for name: String) throws(KeychainError) -> String {
    let temporary = TemporaryName.make(for: name)
    guard try openFile(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, .writing) != nil else {
      throw KeychainError(
        .notAvailable, "\(path(of: temporary)) cannot be made", because: .fileInTheWay)
    }
    return temporary
  }

  /// Waits until the content of a file is on the disk.
  package func synchronize(_ name: String) throws(KeychainError) {
    guard let handle = try openFile(name, O_RDWR, .writing) else {
      throw KeychainError(.notAvailable, "\(path(of: name)) vanished", because: .replaced)
    }
    guard uninterrupted({ fsync(handle.number) }) == 0 else {
      throw systemFailure("synchronize", path(of: name), errno, .writing)
    }
  }
}
