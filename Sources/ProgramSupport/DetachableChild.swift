import Glibc

/// A child program that waits for permission to continue. It also continues when this process ends.
///
/// The program has already read its input, and waits for the end of the input.
package final class DetachableChild {
  private let process: pid_t
  private let pipe: ChildPipe
  private var hasEnded = false

  /// Starts a program in a session of its own.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments. They must not contain secrets, because every user can see them.
  ///   - input: The input. It must be shorter than a pipe's capacity (4096 bytes).
  ///   - output: The descriptor for its output; nil for none.
  /// - Throws: A failure if the program cannot be started.
  package init(
    _ program: [UInt8], _ arguments: [[UInt8]], input: [UInt8], output: Int32? = nil
  ) throws(ChildFailure) {
    // If the parent ignores SIGCHLD, the exit status of the program would be lost.
    signal(SIGCHLD, SIG_DFL)
    pipe = try ChildPipe()
    process = try ChildOutput.spawn(
      [program] + arguments, .inherited, [pipe.reading, output ?? -1, -1], startsSession: true)
    pipe.closeReading()
    ChildInput.write(input, to: pipe.writing, until: .max)
  }

  deinit { stop() }

  /// Closes the input of the program, and waits until the program has ended. A program that continues in the
  /// background must fork.
  ///
  /// - Returns: The exit status; -1 if a signal ended it.
  package func detach() throws(ChildFailure) -> Int32 {
    pipe.closeWriting()
    hasEnded = true
    let status = try ChildOutput.wait(for: process, 0) ?? -1
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// Kills the program unless it was allowed to continue.
  package func stop() {
    guard !hasEnded else { return }
    hasEnded = true
    // The process has not been waited for yet, so its identifier cannot have been reused.
    kill(process, SIGKILL)
    _ = try? ChildOutput.wait(for: process, 0)
  }
}
