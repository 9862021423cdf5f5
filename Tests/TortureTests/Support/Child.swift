import CTestSupport
import Glibc
import TortureScript

/// A process that runs `torture-child` or another program. When this object is deinitialized, the process is killed and
/// reaped.
final class Child: @unchecked Sendable {
  // `@unchecked Sendable` is safe, because only one thread at a time uses an object.

  private let process: pid_t

  /// The process ID.
  var identifier: pid_t { process }

  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []
  private var status: Int32?

  struct Failure: Error { let reason: String }

  static var program: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/torture-child"
  }

  convenience init(_ mode: String, _ home: String, _ numbers: Int...) throws {
    try self.init(words: [Self.program, mode, home] + numbers.map { "\($0)" })
  }

  /// Starts the program at the path `words[0]`, with pipes as its standard input and output.
  init(words: [String]) throws {
    // A write to the pipe of a dead process must not end this process by SIGPIPE.
    signal(SIGPIPE, SIG_IGN)
    var down: [Int32] = [0, 0]
    var up: [Int32] = [0, 0]
    guard lk_test_pipe(&down) == 0, lk_test_pipe(&up) == 0 else {
      throw Failure(reason: "no pipe")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, down[0], 0)
    posix_spawn_file_actions_adddup2(&actions, up[1], 1)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // This thread may have blocked signals, which the program would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // A crash of the program is an expected result, so the Swift runtime must not spend time on a backtrace.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var process: pid_t = 0
    let failure = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
    close(down[0])
    close(up[1])
    self.process = process
    input = down[1]
    output = up[0]
    guard failure == 0 else { throw Failure(reason: "cannot start \(words[0]): \(failure)") }
  }

  deinit {
    if status == nil, process > 0 { kill() }
    close(input)
    close(output)
  }

  // MARK: End

  func kill() {
    Glibc.kill(process, SIGKILL)
    wait()
  }

  /// Waits for the end of the process. Returns its exit status, or the negative number of the signal that killed it.
  @discardableResult
  func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(process, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7F
    let result = signal == 0 ? (raw >> 8) & 0xFF : -signal
    status = result
    return result
  }

  // MARK: Output

  /// Returns the next number that the process has acknowledged. Returns nil if the process has ended, or if it writes
  /// nothing within the time.
  func acknowledgement(seconds: Int = 60) -> Int? {
    while unread.count < 4 { guard fill(seconds) else { return nil } }
    defer { unread.removeFirst(4) }
    return unread.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
  }

  /// Returns the next line that the process prints. Returns nil if the process has ended, or if it prints nothing
  /// within the time.
  func line(seconds: Int = 60) -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard fill(seconds) else { return nil }
    }
  }

  func send(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Sends a command, and returns the answer. The status is 2 if the process ended instead of answering.
  @discardableResult
  func ask(_ command: String) -> Simple.Answer {
    send(command)
    guard let line = line() else { return Simple.Answer(2, "the child ended with \(wait())") }
    let words = line.split(separator: " ", maxSplits: 1)
    return Simple.Answer(
      Int32(words.first ?? "") ?? 2, words.count > 1 ? String(words[1]) : "")
  }

  private func fill(_ seconds: Int) -> Bool {
    var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = Glibc.poll(&poll, 1, Int32(seconds * 1000))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return false }
      break
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(output, &buffer, buffer.count)
    guard count > 0 else { return false }
    unread += buffer.prefix(count)
    return true
  }
}
