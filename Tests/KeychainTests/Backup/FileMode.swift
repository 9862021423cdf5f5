import Glibc

/// The permissions of a file.
func fileMode(_ path: String) throws -> mode_t {
  var status = stat()
  guard stat(path, &status) == 0 else {
    throw TestKeychain.Failure(reason: "cannot examine \(path)")
  }
  return status.st_mode & 0o7777
}
