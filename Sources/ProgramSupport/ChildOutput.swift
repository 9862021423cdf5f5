import CPlatform
import Glibc
import KeychainFiles
import KeychainModel

/// Runs a child program, and collects its output. The program gets no input, and inherits no descriptors except its
/// standard descriptors.
package struct ChildOutput {
  /// The standard output of the program, up to a limit.
  package var output: [UInt8] = []
  /// The last bytes that the program wrote to standard error.
  package private(set) var errors: [UInt8] = []
  /// The exit status; -1 if a signal ended the program.
  package private(set) var status: Int32 = -1
  /// Whether the output exceeded the limit.
  package private(set) var isCutShort = false
  /// Whether the program exceeded its time limit and was killed.
  package private(set) var isTooLate = false

  private static let errorLimit = 4096

  /// The deadline as a value of `lk_monotonic_now`; nil for no deadline.
  private let deadline: Int64?

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments of the program. They must not contain secrets, because every user can see arguments.
  ///   - limit: The maximum number of bytes of standard output.
  ///   - seconds: The time limit; nil for a program that may ask the user questions.
  /// - Throws: A failure if the program cannot be started.
  package init(
    of program: [UInt8], _ arguments: [[UInt8]], environment: ChildEnvironment = .inherited,
    limit: Int, seconds: Int64? = nil
  ) throws(ChildFailure) {
    deadline = seconds.map { lk_monotonic_now() + $0 * 1_000_000_000 }
    // If the parent of this process ignores SIGCHLD, this process ignores SIGCHLD too. While SIGCHLD is ignored, the
    // exit status of a child is lost.
    signal(SIGCHLD, SIG_DFL)
    let output = try ChildPipe()
    let errors = try ChildPipe()
    let process = try Self.spawn(
      [program] + arguments, environment, [-1, output.writing, errors.writing])
    output.closeWriting()
    errors.closeWriting()
    read(output.reading, errors.reading, limit)
    // The pipes are closed, so that a program that still writes cannot block.
    output.closeReading()
    errors.closeReading()
    let status = try end(process)
    self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// The last line of standard error, for a message.
  package var lastErrorLine: String {
    let lines = errors.split(separator: UInt8(ascii: "\n"))
    return String(decoding: lines.last ?? [], as: UTF8.self)
  }

  // MARK: Starting

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - descriptors: The three standard descriptors of the program; -1 for `/dev/null`. The program inherits no other
  ///     descriptors.
  ///   - startsSession: Whether the program gets its own session, so that the program can outlive the session of
  ///     this process.
  static func spawn(
    _ arguments: [[UInt8]], _ environment: ChildEnvironment, _ descriptors: [Int32],
    startsSession: Bool = false
  ) throws(ChildFailure) -> pid_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    // The program must not ignore the signals that this process ignores.
    for signal in [SIGPIPE, SIGCHLD, SIGALRM, SIGTERM] { sigaddset(&signals, signal) }
    let words = arguments.map { strdup($0.terminated) } + [nil]
    defer { for word in words { free(word) } }
    guard !words.dropLast().contains(nil) else { throw failure(arguments, ENOMEM) }
    var process: pid_t = 0
    let result = environment.withPointers { variables in
      lk_spawn(&process, words, variables, descriptors, &signals, startsSession ? 1 : 0)
    }
    guard result == 0 else { throw failure(arguments, result) }
    return process
  }

  private static func failure(_ arguments: [[UInt8]], _ error: Int32) -> ChildFailure {
    let program = String(decoding: arguments.first ?? [], as: UTF8.self)
    return ChildFailure(reason: "\(program): \(String(cString: lk_error_description(error)))")
  }

  // MARK: Reading

  private mutating func read(_ output: Int32, _ errors: Int32, _ limit: Int) {
    var descriptors = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    defer { buffer.wipe() }
    while descriptors.contains(where: { $0.fd >= 0 }) {
      let milliseconds = milliseconds
      if milliseconds == 0 { return }
      guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) >= 0 else {
        if errno == EINTR { continue }
        return
      }
      for index in descriptors.indices where descriptors[index].revents != 0 {
        let count = Glibc.read(descriptors[index].fd, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          descriptors[index].fd = -1
          continue
        }
        if index == 1 {
          // Only the end of standard error is kept, because the last line contains the reason of a failure.
          self.errors = Array((self.errors + buffer.prefix(count)).suffix(Self.errorLimit))
        } else {
          guard self.output.count + count <= limit else {
            isCutShort = true
            return
          }
          self.output += buffer.prefix(count)
        }
      }
    }
  }

  /// The time in milliseconds that one call of poll(2) may wait; -1 for no limit.
  private var milliseconds: Int32 {
    guard let deadline else { return -1 }
    // One wait is at most half a minute, so that the number fits into 32 bits. The caller repeats the wait.
    return Int32(max(0, min(30_000, (deadline - lk_monotonic_now() + 999_999) / 1_000_000)))
  }

  // MARK: Ending

  /// Waits for the end of a program. If the program has a time limit, kills the program when the time is over or when
  /// its output has exceeded the limit.
  private mutating func end(_ process: pid_t) throws(ChildFailure) -> Int32 {
    var pause: UInt32 = 500
    while deadline != nil {
      if let status = try Self.wait(for: process, WNOHANG) { return status }
      if isCutShort || milliseconds == 0 {
        isTooLate = !isCutShort
        // The signal cannot reach another process, because the kernel does not reuse the identifier of a child until
        // this process has waited for the child.
        kill(process, SIGKILL)
        break
      }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
    return try Self.wait(for: process, 0) ?? -1
  }

  /// Returns the wait status of a process; nil if the process has not ended.
  static func wait(
    for process: pid_t, _ options: Int32
  ) throws(ChildFailure) -> Int32? {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, options)
      if result == process { return status }
      if result == 0 { return nil }
      guard errno == EINTR else {
        throw ChildFailure(reason: String(cString: lk_error_description(errno)))
      }
    }
  }
}

/// The two ends of a pipe to a child program. The ends are closed when the object is deallocated.
final class ChildPipe {
  private var ends: [Int32] = [-1, -1]
  var reading: Int32 { ends[0] }
  var writing: Int32 { ends[1] }

  init() throws(ChildFailure) {
    guard lk_pipe(&ends) == 0 else {
      throw ChildFailure(reason: String(cString: lk_error_description(errno)))
    }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() { close(end: 0) }
  func closeWriting() { close(end: 1) }

  private func close(end: Int) {
    if ends[end] >= 0 { Glibc.close(ends[end]) }
    ends[end] = -1
  }
}

/// The environment of a child program.
package enum ChildEnvironment {
  /// The complete environment of this process.
  case inherited
  /// An environment that contains only a fixed PATH, and a locale that selects English messages.
  case clean

  private static let few = ["PATH=/usr/bin:/bin", "LC_ALL=C"]

  /// Calls `body` with the variables as C strings.
  func withPointers<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    guard self == .clean else { return body(lk_environment()) }
    let variables: [UnsafeMutablePointer<CChar>?] = Self.few.map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    return body(variables)
  }
}

/// The reason for which a child program could not be run.
package struct ChildFailure: Error, Equatable {
  /// A description of the failure. The description contains no secret.
  package let reason: String
}
