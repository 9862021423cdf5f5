import Glibc

/// A program that was started and goes on when it is let go, or when this process ends.
///
/// It has read its input by then, and waits for the end of it.
package final class HeldChild {
  private let process: pid_t
  private let pipe: ChildPipe
  private var hasEnded = false

  /// Starts a program in a session of its own.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name; never secrets, which every user could see.
  ///   - input: What it reads, less than a pipe holds (4096 bytes).
  ///   - output: Where it prints; nil for nowhere.
  /// - Throws: A failure when the program cannot be started.
  package init(
    _ program: [UInt8], _ arguments: [[UInt8]], input: [UInt8], output: Int32? = nil
  ) throws(ChildFailure) {
    // Where the parent ignores it, nobody would learn how the program ended.
    signal(SIGCHLD, SIG_DFL)
    pipe = try ChildPipe()
    process = try ChildOutput.spawn(
      [program] + arguments, .inherited, [pipe.reading, output ?? -1, -1], startsSession: true)
    pipe.closeReading()
    ChildInput.write(input, to: pipe.writing, until: .max)
  }

  deinit { stop() }

  /// Ends its input, and waits until the program has ended: one that is to go on leaves that to a child of its own.
  ///
  /// - Returns: The exit status; -1 when a signal ended it.
  package func letGo() throws(ChildFailure) -> Int32 {
    pipe.closeWriting()
    hasEnded = true
    let status = try ChildOutput.wait(for: process, 0) ?? -1
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// Ends the program, if it was not let go.
  package func stop() {
    guard !hasEnded else { return }
    hasEnded = true
    // It was not waited for yet: the number is its own.
    kill(process, SIGKILL)
    _ = try? ChildOutput.wait(for: process, 0)
  }
}
