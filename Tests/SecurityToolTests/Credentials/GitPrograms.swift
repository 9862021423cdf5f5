import Glibc

/// The programs that real git and its server require.
enum GitPrograms {
  static let areThere = ["/usr/bin/git", "/usr/bin/python3"].allSatisfy {
    (program: String) in access(program, X_OK) == 0
  }
}
