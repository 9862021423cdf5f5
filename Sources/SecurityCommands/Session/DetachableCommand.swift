import ProgramSupport

/// A command of this tool that runs in a new process. The new process waits until this process tells it to continue,
/// and can run longer than this process.
struct DetachableCommand {
  let words: [String]

  /// The standard input of the command. The input must be shorter than the capacity of a pipe (4096 bytes).
  let input: [UInt8]

  /// The descriptor of the command's standard output; nil to discard the output.
  let output: Int32?

  /// A function that lets the new process continue. If `isWanted` is false, the function ends the new process. The
  /// caller must call the function exactly once.
  ///
  /// The function returns the exit status of the new process, or -1 if a signal ended the new process. If `isWanted` is
  /// false, the function returns 0.
  typealias Ending = (_ isWanted: Bool) throws(ChildFailure) -> Int32

  func start() throws(ChildFailure) -> Ending {
    let child = try DetachableChild(
      Array("/proc/self/exe".utf8), words.map { Array($0.utf8) }, input: input, output: output)
    return { (isWanted) throws(ChildFailure) in
      if isWanted { return try child.detach() }
      child.stop()
      return 0
    }
  }
}
