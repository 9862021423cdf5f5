import ProgramSupport

/// A command of this tool for a process of its own, which waits until it is let go and may outlive this process.
struct HeldCommand {
  let words: [String]

  /// What the command reads from standard input, less than a pipe holds (4096 bytes).
  let input: [UInt8]

  /// Where the command prints; nil for nowhere.
  let output: Int32?

  /// Lets the process go, or ends it when it is not wanted any more. It must be called once.
  ///
  /// It returns the exit status; -1 when a signal ended the process, and 0 when the process was not wanted.
  typealias Ending = (_ isWanted: Bool) throws(ChildFailure) -> Int32

  func start() throws(ChildFailure) -> Ending {
    let child = try HeldChild(
      Array("/proc/self/exe".utf8), words.map { Array($0.utf8) }, input: input, output: output)
    return { (isWanted) throws(ChildFailure) in
      if isWanted { return try child.letGo() }
      child.stop()
      return 0
    }
  }
}
