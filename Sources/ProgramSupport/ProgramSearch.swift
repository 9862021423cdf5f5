import CPlatform
import Glibc
import KeychainFiles

/// Finds programs by their names.
package enum ProgramSearch {
  /// The path of a program in a folder of PATH. What is not absolute there is passed over, as the current folder
  /// is: whoever may write to it would say which program runs.
  ///
  /// - Returns: An absolute path; nil when there is none.
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
