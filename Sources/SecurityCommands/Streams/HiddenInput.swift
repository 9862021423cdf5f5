import Glibc
import KeychainPrompt

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

    return try SignalWatch.during(Self.signals) { (signals) throws(StreamFailure) in
      guard signals >= 0 else { throw StreamFailure(error: errno) }
      guard tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else {
        throw StreamFailure(error: errno)
      }
      // Not flushing: the line that was typed is still to be read.
      defer { tcsetattr(descriptor, TCSADRAIN, &shown) }
      return try isInput(before: signals)
    }
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
