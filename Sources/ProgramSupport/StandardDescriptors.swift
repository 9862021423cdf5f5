import Glibc

/// The first three descriptors of the process.
enum StandardDescriptors {
  /// Occupies those that the parent closed.
  ///
  /// Otherwise the database could be opened under the number of standard output, and what a command
  /// prints would be written into it. Each is opened the wrong way round, so that using it still
  /// fails.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
