import Glibc

/// The controlling terminal of this process.
struct Terminal {
  /// Its path, when there is one and this process is in the foreground: others are stopped when they
  /// read from it.
  static var path: String? {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return tcgetpgrp(descriptor) == getpgrp() ? "/dev/tty" : nil
  }

  private let settings: termios

  /// Remembers how it is set; nil without one.
  init?() {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.settings = settings
  }

  /// Sets it as it was: after a program that was killed while it hid what is typed.
  func restore() {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // A process in the background would be stopped by this signal.
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    var settings = settings
    _ = tcsetattr(descriptor, TCSANOW, &settings)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
