import Glibc

/// The controlling terminal of this process.
struct Terminal {
  /// The path of the terminal. Nil when there is none, or when this process is in the background,
  /// because the system stops background processes that read from the terminal.
  static var path: String? {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return tcgetpgrp(descriptor) == getpgrp() ? "/dev/tty" : nil
  }

  private let settings: termios

  /// Saves the terminal's settings. Returns nil when there is no terminal.
  init?() {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.settings = settings
  }

  /// Restores the saved settings, for example after a killed program had disabled the echo.
  func restore() {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Without blocking, this signal would stop a background process.
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    var settings = settings
    _ = tcsetattr(descriptor, TCSANOW, &settings)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
