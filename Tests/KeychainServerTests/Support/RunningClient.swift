import CPlatform
import Glibc
import KeychainFiles
import KeychainModel
import TestSupport

/// A client of the service in a process of its own that runs during a test. The object ends the process.
final class RunningClient: Sendable {
  private let process: ChildProcess
  private let output: Int32
  private let received = ForkSafeMutex([UInt8]())

  /// Starts `service-client`.
  ///
  /// - Parameters:
  ///   - words: The commands.
  ///   - name: The first word of the command line of the process; nil for the path of the program.
  init(_ service: TestService, _ words: [String], calling name: String? = nil) throws {
    var ends: [Int32] = [-1, -1]
    guard lk_pipe(&ends) == 0 else { throw TestFailure(reason: "no pipe") }
    defer { close(ends[1]) }
    output = ends[0]
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let arguments = [service.folder("socket"), service.folder.path, "\(geteuid())"] + words
    let environment = ["PATH=/usr/bin:/bin"]
    guard let name else {
      process = try ChildProcess(
        TestService.program, arguments, environment: environment, descriptors: [null, ends[1], 2])
      return
    }
    process = try ChildProcess(
      "/bin/bash", ["-c", "exec -a \"$0\" \"$@\"", name, TestService.program] + arguments, environment: environment,
      descriptors: [null, ends[1], 2])
  }

  deinit {
    process.signal(SIGKILL)
    _ = try? process.wait()
    close(output)
  }

  func signal(_ number: Int32) { process.signal(number) }

  /// The next line that the client prints; nil when it prints none within a time, or ends.
  func line(within time: Duration = .seconds(20)) -> String? {
    let deadline = Deadline.after(time)
    while true {
      let line = received.withLock { bytes -> String? in
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      if let line { return line }
      var event = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let wait = Int32(clamping: deadline.remaining.wholeMilliseconds)
      guard wait > 0, poll(&event, 1, wait) == 1 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      received.withLock { $0 += buffer[..<count] }
    }
  }
}
