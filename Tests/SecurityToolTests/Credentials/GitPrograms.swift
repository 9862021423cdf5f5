import Glibc

/// The programs that a real git and its server need.
enum GitPrograms {
  static let areThere = ["/usr/bin/git", "/usr/bin/python3"].allSatisfy {
    (program: String) in access(program, X_OK) == 0
  }
}
