import Glibc

/// The programs that the tests with git and a git server need.
enum GitPrograms {
  static let areThere = ["/usr/bin/git", "/usr/bin/python3"].allSatisfy {
    (program: String) in access(program, X_OK) == 0
  }
}
