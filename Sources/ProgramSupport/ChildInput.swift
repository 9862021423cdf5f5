import CPlatform
import Glibc

/// Programs that are handed something to read.
package enum ChildInput {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    /// With an exit status; -1 when a signal ended it.
    case status(Int32)
    /// It was ended because its time was over.
    case tooLate
  }

  /// Runs a program to its end. What it prints goes nowhere: a program that goes on in the background, as
  /// those that keep a clipboard do, would hold a pipe open.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name; never secrets, which every user could see.
  ///   - input: What it reads. It may be secret; of more than the program reads nothing is left.
  ///   - seconds: How long it may take.
  /// - Throws: A failure when the program cannot be started.
  package static func run(
    _ program: [UInt8], _ arguments: [[UInt8]], input: [UInt8], seconds: Int64
  ) throws(ChildFailure) -> Ending {
    let deadline = lk_monotonic_now() + seconds * 1_000_000_000
    // Where the parent ignores it, nobody would learn how the program ended.
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
    // It was not waited for yet: the number is its own.
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

  /// Writes until the program reads no more, or the time is over.
  static func write(_ bytes: [UInt8], to descriptor: Int32, until deadline: Int64) {
    // A program that has ended must not end this one.
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
