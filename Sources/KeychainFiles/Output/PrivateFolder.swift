import Glibc
package import KeychainModel

/// Moves and removes a whole folder that belongs to this user alone.
package enum PrivateFolder {
  /// Whether there is an entry with this path. A symbolic link is not followed.
  package static func exists(_ path: String) throws(KeychainError) -> Bool { try FileStatus.of(path: path) != nil }

  /// Gives a folder another name in the folder above, durably.
  ///
  /// - Returns: False when there is no folder with the old name.
  package static func rename(_ path: String, to other: String) throws(KeychainError) -> Bool {
    guard Glibc.rename(path, other) == 0 else {
      if errno == ENOENT { return false }
      throw systemFailure("rename", path, errno, .writing)
    }
    try synchronize(above: path)
    return true
  }

  /// Removes the files of a folder, and the folder. Folders in the folder are not removed.
  ///
  /// - Throws: `.notAvailable` when the folder belongs to another user or is open to others, or contains a folder.
  package static func remove(_ path: String) throws(KeychainError) {
    guard let directory = try ProtectedDirectory.open(path) else { return }
    for name in try directory.entryNames() { try directory.remove(name) }
    guard rmdir(path) == 0 || errno == ENOENT else { throw systemFailure("remove", path, errno, .writing) }
    try synchronize(above: path)
  }

  /// Removes a file, durably. Returns false when there is no file.
  @discardableResult
  package static func removeFile(_ path: [UInt8]) throws(KeychainError) -> Bool {
    let text = String(decoding: path, as: UTF8.self)
    guard unlink(path.terminated) == 0 else {
      if errno == ENOENT { return false }
      throw systemFailure("remove", text, errno, .writing)
    }
    try synchronize(above: text)
    return true
  }

  /// The names of the entries of any folder. Empty when the folder cannot be read.
  package static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  private static func synchronize(above path: String) throws(KeychainError) {
    let folder = OutputDirectory.parts(of: Array(path.utf8)).folder
    try OutputDirectory(folder, noun: path).synchronize()
  }
}
