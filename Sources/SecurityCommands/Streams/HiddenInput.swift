import CPlatform
import Glibc

/// Keeps a terminal from showing what is typed, until a line is there.
///
/// A signal that would end or stop the process first gets the terminal as it was. The signals are
/// blocked meanwhile and watched through a descriptor, so no handler is needed and none is missed.
struct HiddenInput {
  let descriptor: Int32

  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGTSTP]

  /// Waits until a line, or the end of input, can be read.
  ///
  /// - Parameter ask: Asks the question; called again after the process was stopped and continued,
  ///   because the line typed so far is then lost.
  func wait(asking ask: () -> Void) throws(StreamFailure) {
    while true {
      ask()
      if try waitOnce() { return }
    }
  }

  /// - Returns: Whether a line is there; otherwise a signal came, and the process lives on.
  private func waitOnce() throws(StreamFailure) -> Bool {
    var shown = termios()
    guard tcgetattr(descriptor, &shown) == 0 else { throw StreamFailure(error: errno) }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL | ICANON)

    var watched = Self.watchedSignals()
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &watched, &before)
    // Unblocking comes last: a pending signal then takes effect on a terminal that is restored.
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    // One that the parent has blocked would never take effect.
    for signal in Self.signals where sigismember(&before, signal) == 1 {
      sigdelset(&watched, signal)
    }
    let signals = lk_signal_descriptor(&watched)
    guard signals >= 0 else { throw StreamFailure(error: errno) }
    defer { close(signals) }

    guard tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else { throw StreamFailure(error: errno) }
    // Not flushing: the line that was typed is still to be read.
    defer { tcsetattr(descriptor, TCSADRAIN, &shown) }
    return try isInput(before: signals)
  }

  private static func watchedSignals() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  private func isInput(before signals: Int32) throws(StreamFailure) -> Bool {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, nfds_t(descriptors.count), -1) < 0 {
      guard errno == EINTR else { throw StreamFailure(error: errno) }
    }
    return descriptors[1].revents == 0
  }
}
