import CPlatform
import Glibc

/// Delays signals that would end or stop this process, so that the program can first restore the settings of the
/// terminal. The delay needs no signal handler and loses no signal. Only a program of Latchkey with a single thread may
/// use this type.
package enum SignalWatch {
  /// Runs `body` while the signals are blocked. A signal that arrives meanwhile takes effect after `body`.
  ///
  /// - Parameters:
  ///   - signals: The signals to block and to watch. A signal that is already blocked stays blocked and is not watched.
  ///   - body: Receives a descriptor that becomes readable when a watched signal arrives. If no descriptor can be
  ///     opened, receives -1, with the reason in `errno`.
  package static func during<Result, Failure: Error>(
    _ signals: [Int32], _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var watched = sigset_t()
    sigemptyset(&watched)
    for signal in signals { sigaddset(&watched, signal) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &watched, &before)
    // This defer statement runs last and unblocks the signals. A pending signal takes effect only then, after `body`
    // has restored the terminal.
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    // A signal that the caller has blocked is not watched, because the signal would not take effect after `body`.
    for signal in signals where sigismember(&before, signal) == 1 { sigdelset(&watched, signal) }
    let descriptor = lk_signal_descriptor(&watched)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try body(descriptor)
  }

  /// Whether a watched signal has arrived.
  static func isPending(_ descriptor: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, 0) == 1
  }
}
