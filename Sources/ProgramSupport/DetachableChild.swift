import Glibc

/// A child program that waits for permission to continue.
///
/// The program reads its input and waits for the end of the input. This process gives the permission when it closes the
/// input. The end of this process also closes the input, so the program then continues.
package final class DetachableChild {
  private let process: pid_t
  private let pipe: ChildPipe
  private var hasEnded = false

  /// Starts a program in a new session.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments of the program. They must not contain secrets, because every user can see arguments.
  ///   - input: The input of the program, which must be shorter than the capacity of a pipe (4096 bytes).
  ///   - output: The descriptor of the program's standard output; nil to discard the output.
  /// - Throws: A failure if the program cannot be started.
  package init(
    _ program: [UInt8], _ arguments: [[UInt8]], input: [UInt8], output: Int32? = nil
  ) throws(ChildFailure) {
    // If the parent of this process ignores SIGCHLD, this process ignores SIGCHLD too. While SIGCHLD is ignored, the
    // exit status of a child is lost.
    signal(SIGCHLD, SIG_DFL)
    pipe = try ChildPipe()
    process = try ChildOutput.spawn(
      [program] + arguments, .inherited, [pipe.reading, output ?? -1, -1], startsSession: true)
    pipe.closeReading()
    ChildInput.write(input, to: pipe.writing, until: .max)
  }

  deinit { stop() }

  /// Closes the input of the program, and waits until the program has ended. To continue in the background, the program
  /// must fork and then end.
  ///
  /// - Returns: The exit status of the program; -1 if a signal ended the program.
  package func detach() throws(ChildFailure) -> Int32 {
    pipe.closeWriting()
    hasEnded = true
    let status = try ChildOutput.wait(for: process, 0) ?? -1
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// Kills the program, if `detach` has not let the program continue.
  package func stop() {
    guard !hasEnded else { return }
    hasEnded = true
    // The signal cannot reach another process, because the kernel does not reuse the identifier of a child until this
    // process has waited for the child.
    kill(process, SIGKILL)
    _ = try? ChildOutput.wait(for: process, 0)
  }
}
