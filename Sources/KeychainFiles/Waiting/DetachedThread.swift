import Glibc

/// Starts threads that nobody joins. A thread handles only the signals that it causes itself; the other threads of the
/// program handle all other signals.
package enum DetachedThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static let ownSignals = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT]

  /// - Parameter signals: Further signals that the thread handles.
  /// - Returns: False when no thread can be created.
  package static func start(
    handling signals: [Int32] = [], _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let start = Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    var (blocked, former) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for signal in ownSignals + signals { sigdelset(&blocked, signal) }
    pthread_sigmask(SIG_SETMASK, &blocked, &former)
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    pthread_sigmask(SIG_SETMASK, &former, nil)
    guard failure == 0 else {
      start.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
