import CPlatform
import Glibc

/// Blocks signals that would end or stop this process, so that the settings of the terminal can be restored
/// first. It needs no signal handler, and no signal is lost. For programs that own their process, and only
/// in their only thread.
package enum SignalWatch {
  /// Runs `body` while the signals are blocked. Signals that arrived take effect afterwards.
  ///
  /// - Parameters:
  ///   - signals: A signal that is blocked already stays blocked and is not watched.
  ///   - body: Receives a descriptor that becomes readable when a signal arrives; -1 when there is none,
  ///     with the reason in `errno`.
  package static func during<Result, Failure: Error>(
    _ signals: [Int32], _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var watched = sigset_t()
    sigemptyset(&watched)
    for signal in signals { sigaddset(&watched, signal) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &watched, &before)
    // The signals are unblocked last, so that a pending signal takes effect after the terminal was
    // restored.
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    // A signal that the caller has blocked would not take effect afterwards, so it is not watched.
    for signal in signals where sigismember(&before, signal) == 1 { sigdelset(&watched, signal) }
    let descriptor = lk_signal_descriptor(&watched)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try body(descriptor)
  }

  /// Whether a blocked signal has arrived.
  static func isPending(_ descriptor: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, 0) == 1
  }
}
