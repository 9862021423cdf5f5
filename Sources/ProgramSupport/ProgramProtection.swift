import CPlatform
import Glibc

/// Protects a program that handles secrets. It must run before the program reads a secret.
package enum ProgramProtection {
  /// Opens missing standard descriptors, disables core files, and forbids debuggers.
  package static func begin() {
    StandardDescriptors.occupy()
    forbidCoreFiles()
    // A debugger of the same user, or a reader of /proc, must not find secrets in memory.
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
  /// Otherwise the database could get the descriptor of standard output, and a command would write its output into the
  /// database. Each descriptor is opened in the wrong direction, so that using it still fails.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
