import CPlatform
import Glibc

/// Runs child programs that read input.
package enum ChildInput {
  /// The way in which a program ended.
  package enum Ending: Equatable, Sendable {
    /// The program ended. The number is the exit status, or -1 if a signal ended the program.
    case status(Int32)
    /// The program exceeded its time limit and was killed.
    case tooLate
  }

  /// Runs a program to its end. The output of the program is discarded and not read through a pipe. Some programs, such
  /// as clipboard programs, start a background process, and this process would keep the pipe open.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments of the program. They must not contain secrets, because every user can see arguments.
  ///   - input: The input of the program, which may be secret. If the program does not read the whole input, the rest
  ///     is discarded.
  ///   - seconds: The time limit.
  /// - Throws: A failure if the program cannot be started.
  package static func run(
    _ program: [UInt8], _ arguments: [[UInt8]], input: [UInt8], seconds: Int64
  ) throws(ChildFailure) -> Ending {
    let deadline = lk_monotonic_now() + seconds * 1_000_000_000
    // If the parent of this process ignores SIGCHLD, this process ignores SIGCHLD too. While SIGCHLD is ignored, the
    // exit status of a child is lost.
    signal(SIGCHLD, SIG_DFL)
    let process = try start(program, arguments, input: input, until: deadline)
    var pause: UInt32 = 500
    while true {
      if let status = try ChildOutput.wait(for: process, WNOHANG) {
        return .status(status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
      }
      guard lk_monotonic_now() < deadline else { break }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
    // The signal cannot reach another process, because the kernel does not reuse the identifier of a child until this
    // process has waited for the child.
    kill(process, SIGKILL)
    _ = try ChildOutput.wait(for: process, 0)
    return .tooLate
  }

  private static func start(
    _ program: [UInt8], _ arguments: [[UInt8]], input: [UInt8], until deadline: Int64
  ) throws(ChildFailure) -> pid_t {
    let pipe = try ChildPipe()
    let process = try ChildOutput.spawn(
      [program] + arguments, .inherited, [pipe.reading, -1, -1])
    pipe.closeReading()
    write(input, to: pipe.writing, until: deadline)
    return process
  }

  /// Writes bytes until the program closes its input, or until the deadline.
  static func write(_ bytes: [UInt8], to descriptor: Int32, until deadline: Int64) {
    // SIGPIPE is ignored, because writing to a program that has ended must not end this process.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        guard lk_monotonic_now() < deadline else { return }
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        _ = poll(&descriptors, 1, 100)
      } else if errno != EINTR {
        return
      }
    }
  }
}
