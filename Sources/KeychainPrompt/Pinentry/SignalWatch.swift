import CPlatform
import Glibc

/// Holds back signals that would end or stop this process, so that a terminal can be set as it was first. No
/// handler is needed, and none is missed. For programs whose process is their own, in their only thread.
package enum SignalWatch {
  /// Runs `body` while the signals are blocked. Those that came take effect afterwards.
  ///
  /// - Parameters:
  ///   - signals: One that is blocked already stays blocked, and is not watched.
  ///   - body: Is given a descriptor that is readable once a signal came; -1 when none can be had, with the
  ///     reason in `errno`.
  package static func during<Result, Failure: Error>(
    _ signals: [Int32], _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var watched = sigset_t()
    sigemptyset(&watched)
    for signal in signals { sigaddset(&watched, signal) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &watched, &before)
    // Unblocking comes last: a pending signal then takes effect on a terminal that is restored.
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    // One that the parent has blocked would never take effect.
    for signal in signals where sigismember(&before, signal) == 1 { sigdelset(&watched, signal) }
    let descriptor = lk_signal_descriptor(&watched)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try body(descriptor)
  }

  /// Whether a signal came that is held back.
  static func isPending(_ descriptor: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, 0) == 1
  }
}
