import Glibc

/// Starts threads. The threads handle no signals, so a signal always reaches the main thread.
package enum ServerThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// - Returns: False when no thread can be created.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    var (blocked, former) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT] { sigdelset(&blocked, signal) }
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
