import Glibc

/// The controlling terminal of this process.
struct Terminal {
  /// The path of the terminal; nil if this process has no terminal. Also nil if this process is in the background,
  /// because the kernel stops a background process that reads from the terminal.
  static var path: String? {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return tcgetpgrp(descriptor) == getpgrp() ? "/dev/tty" : nil
  }

  private let settings: termios

  /// Saves the settings of the terminal. Returns nil if this process has no terminal.
  init?() {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.settings = settings
  }

  /// Restores the saved settings of the terminal. A pinentry that was killed may have disabled the echo.
  func restore() {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // SIGTTOU is blocked, because SIGTTOU would stop this process when the process is in the background.
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    var settings = settings
    _ = tcsetattr(descriptor, TCSANOW, &settings)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
