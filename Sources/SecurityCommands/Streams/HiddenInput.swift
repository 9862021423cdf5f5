import Glibc
import KeychainPrompt

/// Turns off the echo of a terminal until a line has been typed.
///
/// If a signal ends or stops the process, the settings of the terminal are restored first. During the wait, the signals
/// are blocked, and the process reads them from a descriptor (signalfd(2)). So no signal handler is needed, and no
/// signal is lost.
struct HiddenInput {
  let descriptor: Int32

  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGTSTP]

  /// Waits until a line or the end of the input can be read.
  ///
  /// - Parameter ask: A function that prints the prompt. It is called again after the process was stopped and
  ///   continued, because the terminal has discarded the typed part of the line.
  func wait(asking ask: () -> Void) throws(StreamFailure) {
    while true {
      ask()
      if try waitOnce() { return }
    }
  }

  /// - Returns: True if a line or the end of the input can be read; false if a signal arrived that did not end the
  ///   process.
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
      // TCSADRAIN does not discard the typed line, which has not been read yet.
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
