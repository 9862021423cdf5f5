import Glibc
import TestSupport

/// Returns the permissions of a file. Does not follow a symbolic link.
func mode(of path: String) throws -> mode_t {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw FileSystemFailure(error: errno) }
  return status.st_mode & 0o7777
}

/// Creates a symbolic link at `path`.
func link(_ target: String, _ path: String) throws {
  guard symlink(target, path) == 0 else { throw FileSystemFailure(error: errno) }
}

struct FileSystemFailure: Error { let error: Int32 }
