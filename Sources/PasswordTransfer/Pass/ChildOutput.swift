import CPlatform
import Glibc

/// What another program printed. It gets nothing to read.
struct ChildOutput {
  /// What it wrote to standard output, up to a limit.
  var output: [UInt8] = []
  /// The end of what it wrote to standard error.
  var errors: [UInt8] = []
  /// The exit status; -1 when a signal ended it.
  var status: Int32 = -1
  /// Whether there was more than the limit.
  var isCutShort = false

  private static let errorLimit = 4096

  /// Runs a program, found through PATH, to its end.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments; never secrets, which every user could see.
  ///   - limit: The most bytes of output to take.
  /// - Throws: A failure when the program cannot be started.
  init(of arguments: [[UInt8]], limit: Int) throws(TransferFailure) {
    // Where the parent ignores it, nobody would learn how the program ended.
    signal(SIGCHLD, SIG_DFL)
    let output = try Pipe()
    let errors = try Pipe()
    let process = try Self.spawn(arguments, output.writing, errors.writing)
    output.closeWriting()
    errors.closeWriting()
    read(output.reading, errors.reading, limit)
    // A program that still writes then finds nobody reading.
    output.closeReading()
    errors.closeReading()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError.failure(errno) }
    }
    self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// The last line of standard error, for a message.
  var lastErrorLine: String {
    let lines = errors.split(separator: UInt8(ascii: "\n"))
    return String(decoding: lines.last ?? [], as: UTF8.self)
  }

  /// The ends of a pipe, closed when they are let go.
  private final class Pipe {
    private var ends: [Int32] = [-1, -1]
    var reading: Int32 { ends[0] }
    var writing: Int32 { ends[1] }

    init() throws(TransferFailure) {
      guard lk_pipe(&ends) == 0 else { throw SystemError.failure(errno) }
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

  private static func spawn(
    _ arguments: [[UInt8]], _ output: Int32, _ errors: Int32
  ) throws(TransferFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    let words = arguments.map { strdup($0.terminated) }
    defer { for word in words { free(word) } }
    guard let program = words.first, let program else {
      throw TransferFailure("no program is named")
    }
    var process: pid_t = 0
    let result = posix_spawnp(&process, program, &actions, nil, words + [nil], lk_environment())
    guard result == 0 else {
      throw TransferFailure("\(String(cString: program)): \(SystemError.text(result))")
    }
    return process
  }

  private mutating func read(_ output: Int32, _ errors: Int32, _ limit: Int) {
    var descriptors = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    defer { buffer.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) } }
    while descriptors.contains(where: { $0.fd >= 0 }) {
      guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else {
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
          // The last line is the one that says why.
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
}
