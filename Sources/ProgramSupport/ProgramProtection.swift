import CPlatform
import Glibc

/// Protects a program that handles secrets. The program must call `begin` before it reads a secret.
package enum ProgramProtection {
  /// Opens missing standard descriptors, disables core files, and forbids debuggers.
  package static func begin() {
    StandardDescriptors.occupy()
    forbidCoreFiles()
    // Other processes of the same user must not read secrets in memory with a debugger or through /proc.
    _ = lk_forbid_inspection()
  }

  /// Disables core files, because a crash must not write secrets to a file.
  private static func forbidCoreFiles() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}

/// The three standard descriptors of the process.
enum StandardDescriptors {
  /// Opens the standard descriptors that the parent has closed.
  ///
  /// If standard output is closed, the database file could get the descriptor of standard output, and a command would
  /// write its output into the database. The function opens /dev/null for writing as standard input and for reading as
  /// standard output. So reading standard input and writing standard output still fail.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
