import CPlatform
import Glibc

/// A pinentry that runs. It speaks through a socket, has no other descriptor of ours, and is waited for
/// when its owner lets go.
struct PinentryProcess: ~Copyable {
  let socket: Int32
  private let identifier: pid_t
  private let terminal: Terminal?
  private var isFinished = false

  /// Starts it; nil when it cannot be started.
  init?(_ settings: PinentrySettings) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    // Above those that the child has, which this process may have closed.
    let (ours, theirs) = (Self.raised(ends[0]), Self.raised(ends[1]))
    defer { if theirs >= 0 { close(theirs) } }
    guard ours >= 0, theirs >= 0, let identifier = Self.spawn(settings, theirs) else {
      if ours >= 0 { close(ours) }
      return nil
    }
    socket = ours
    self.identifier = identifier
    terminal = settings.terminal == nil ? nil : Terminal()
  }

  /// Says that it was told to end, so that it may do so by itself.
  mutating func finish() { isFinished = true }

  deinit {
    close(socket)
    if isFinished, Self.ends(identifier, within: 500) { return }
    if Self.kill(identifier, SIGTERM), Self.ends(identifier, within: 500) {
      terminal?.restore()
      return
    }
    _ = Self.kill(identifier, SIGKILL)
    Self.reap(identifier)
    terminal?.restore()
  }

  private static func raised(_ descriptor: Int32) -> Int32 {
    defer { close(descriptor) }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  // MARK: Starting

  private static func spawn(_ settings: PinentrySettings, _ socket: Int32) -> pid_t? {
    // Not what this process, or the thread, ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [
      SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN,
      SIGTTOU, SIGUSR1, SIGUSR2, SIGWINCH,
    ] {
      sigaddset(&signals, signal)
    }
    let words = [strdup(settings.program), nil]
    let environment = settings.environment.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    guard words[0] != nil else { return nil }
    var identifier: pid_t = 0
    let result = lk_spawn(&identifier, words, environment, [socket, socket, -1], &signals, 0)
    return result == 0 ? identifier : nil
  }

  // MARK: Ending

  /// Sends a signal unless the child was waited for: by others, in a program that waits for every child,
  /// or by the kernel. Its number may be another's then.
  private static func kill(_ identifier: pid_t, _ signal: Int32) -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return false
    }
    return Glibc.kill(identifier, signal) == 0
  }

  /// Whether it has ended and was waited for, within so many milliseconds.
  private static func ends(_ identifier: pid_t, within milliseconds: Int64) -> Bool {
    let deadline = lk_monotonic_now() + milliseconds * 1_000_000
    var pause: UInt32 = 500
    while true {
      var status: Int32 = 0
      let result = waitpid(identifier, &status, WNOHANG)
      // Otherwise somebody else waited for it, or it is gone without being waited for.
      if result == identifier || result < 0 && errno != EINTR { return true }
      guard lk_monotonic_now() < deadline else { return false }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  private static func reap(_ identifier: pid_t) {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }
}
