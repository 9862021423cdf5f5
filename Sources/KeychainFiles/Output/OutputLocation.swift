import Glibc
import KeychainModel

/// Examines the location of a new file.
package enum OutputLocation {
  /// Whether the folder in a path is one of these folders, also when the path has another name for
  /// it.
  ///
  /// - Parameter path: Need not be UTF-8.
  package static func isFolder(of path: [UInt8], among folders: [String]) -> Bool {
    let folder = OutputDirectory.parts(of: path).folder
    guard !path.contains(0), let place = status(folder.terminated) else { return false }
    return folders.contains { status(Array($0.utf8CString))?.isSameFile(as: place) == true }
  }

  private static func status(_ path: [CChar]) -> FileStatus? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStatus(status) : nil
  }
}
