import CPlatform
import Glibc
import KeychainFiles

/// Finds programs in the folders of the variable PATH.
package enum ProgramSearch {
  /// Returns the path of a program in a folder of PATH. The function ignores relative folders in PATH, such as the
  /// current folder, because another user may be able to write to such a folder and could choose the program.
  ///
  /// - Returns: An absolute path; nil if no folder contains the program.
  package static func path(of name: String) -> [UInt8]? {
    self.path(of: name, in: lk_secure_getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
  }

  static func path(of name: String, in folders: String) -> [UInt8]? {
    for folder in folders.utf8.split(separator: UInt8(ascii: ":"))
    where folder.first == UInt8(ascii: "/") {
      let path = Array(folder) + [UInt8(ascii: "/")] + Array(name.utf8)
      if isProgram(path) { return path }
    }
    return nil
  }

  private static func isProgram(_ path: [UInt8]) -> Bool {
    let path = path.terminated
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
