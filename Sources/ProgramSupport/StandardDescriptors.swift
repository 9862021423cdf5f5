import Glibc

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
