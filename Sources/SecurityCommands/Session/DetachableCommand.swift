import ProgramSupport

/// A command of this tool in a process of its own. The process waits for permission to continue, and may outlive this
/// process.
struct DetachableCommand {
  let words: [String]

  /// The standard input of the command. It must be shorter than a pipe's capacity (4096 bytes).
  let input: [UInt8]

  /// The descriptor for the output of the command; nil for none.
  let output: Int32?

  /// Lets the process continue, or ends it if it is no longer wanted. It must be called exactly once.
  ///
  /// Returns the exit status. Returns -1 if a signal ended the process, and 0 if the process was not wanted.
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
