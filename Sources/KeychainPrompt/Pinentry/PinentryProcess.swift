import CPlatform
import Glibc

/// A running pinentry. The pinentry communicates through a socket, and inherits no other descriptor of this process.
/// The end of this value's lifetime ends the pinentry, and waits until the pinentry has ended.
struct PinentryProcess: ~Copyable {
  let socket: Int32
  private let identifier: pid_t
  private let terminal: Terminal?
  private var isFinished = false

  /// Starts the pinentry. Returns nil if the pinentry cannot be started.
  init?(_ settings: PinentrySettings) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    // If this process has closed a standard stream, an end of the socket pair can have the descriptor number of this
    // stream. So both ends are moved to numbers above the standard streams.
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

  /// Records that the pinentry has received the command to end. Such a pinentry gets half a second to end by itself.
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
    // The child begins with default actions for signals and without blocked signals, even if this process ignores or
    // blocks signals.
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
    let result = lk_spawn(
      &identifier, words, environment, [socket, socket, -1], &signals, settings.startsSession ? 1 : 0)
    return result == 0 ? identifier : nil
  }

  // MARK: Ending

  /// Sends a signal to the child. Returns false without sending the signal if other code or the kernel has already
  /// reaped the child, because the process identifier can then belong to another process.
  private static func kill(_ identifier: pid_t, _ signal: Int32) -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return false
    }
    return Glibc.kill(identifier, signal) == 0
  }

  /// Waits until the child ends, and reaps the child. Returns false if the child does not end within the time.
  private static func ends(_ identifier: pid_t, within milliseconds: Int64) -> Bool {
    let deadline = lk_monotonic_now() + milliseconds * 1_000_000
    var pause: UInt32 = 500
    while true {
      var status: Int32 = 0
      let result = waitpid(identifier, &status, WNOHANG)
      // An error other than EINTR means that other code or the kernel has reaped the child.
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
