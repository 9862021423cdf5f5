import Glibc
import TestSupport

/// The built `security` tool, with a keychain in a temporary folder.
struct Tool {
  let home: TemporaryDirectory
  private let path: String

  /// Creates a keychain folder for the tool.
  ///
  /// - Parameter path: The path of the tool; nil for the built tool.
  init(path: String? = nil) throws {
    home = try TemporaryDirectory()
    self.path = try path ?? Self.builtTool()
  }

  /// Returns the path of the tool in the folder of the test program.
  static func builtTool() throws -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw ChildProcess.Failure(error: errno) }
    let end = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) ?? 0
    let folder = String(decoding: buffer[..<end], as: UTF8.self)
    return "\(folder)/security"
  }

  /// The result of running a program.
  struct Outcome {
    let ending: ChildProcess.Ending
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The exit status; nil when a signal ended the process.
    var status: Int32? { if case .status(let status) = ending { status } else { nil } }
  }

  /// Starts the tool.
  func start(
    _ arguments: [String], descriptors: [Int32], blocked: [Int32] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      path, arguments, environment: environment, descriptors: descriptors, blocked: blocked)
  }

  /// Starts a script with its own controlling terminal. The script can call the tool as `"$SECURITY"`.
  func start(script: String, at terminal: Int32) throws -> ChildProcess {
    try ChildProcess(
      "/usr/bin/setsid", ["--ctty", "/bin/sh", "-c", script], environment: environment,
      descriptors: Array(repeating: terminal, count: 3))
  }

  /// Runs the tool until it ends.
  @discardableResult func callAsFunction(
    _ arguments: String..., input: some Sequence<UInt8> = []
  ) throws -> Outcome {
    try self(arguments, input: input)
  }

  /// Runs the tool until it ends.
  @discardableResult func callAsFunction(
    _ arguments: [String], input: some Sequence<UInt8> = []
  ) throws -> Outcome {
    try run(path, arguments, Array(input))
  }

  /// Runs a script until it ends. The script can call the tool as `"$SECURITY"`.
  func shell(_ script: String) throws -> Outcome { try run("/bin/sh", ["-c", script], []) }

  private var environment: [String] {
    ["LATCHKEY_HOME=\(home.path)", "PATH=/usr/bin:/bin", "SECURITY=\(path)"]
  }

  /// Runs a program until it ends. Its streams are files instead of pipes, so the test need not read while the program
  /// runs.
  private func run(_ path: String, _ arguments: [String], _ input: [UInt8]) throws -> Outcome {
    let folder = try TemporaryDirectory()
    for (name, bytes) in [("in", input), ("out", []), ("err", [])] {
      try folder.write(bytes, to: name)
    }
    let descriptors = ["in", "out", "err"].map { open(folder($0), O_RDWR | O_CLOEXEC) }
    defer { for descriptor in descriptors { close(descriptor) } }
    let process = try ChildProcess(
      path, arguments, environment: environment, descriptors: descriptors)
    return Outcome(
      ending: try process.wait(), output: try folder.read("out"),
      errors: String(decoding: try folder.read("err"), as: UTF8.self))
  }
}
