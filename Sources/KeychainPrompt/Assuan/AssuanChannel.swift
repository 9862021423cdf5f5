import CPlatform
import Glibc
import KeychainCrypto
import KeychainModel

/// Lines to and from a server, through a socket. What is received lies in protected memory.
struct AssuanChannel: ~Copyable {
  enum Failure: Error {
    /// The server is gone, or what it sends is no line of the protocol.
    case ended, garbage
    case timeout, cancelled
    /// There is no memory.
    case memory
  }

  private let socket: Int32
  private let cancellation: PromptCancellation
  private let interruption: Int32
  /// When to give up, in nanoseconds of the monotonic clock.
  private let deadline: Int64
  private var buffer: KeyMemory
  /// The bytes that were received.
  private var filled = 0
  /// Those of the line that was looked at last, with its end.
  private var consumed = 0

  /// - Parameters:
  ///   - socket: Stays its owner's.
  ///   - interruption: A descriptor that ends the wait as the cancellation does, once it is readable; -1 for
  ///     none.
  init(
    _ socket: Int32, until deadline: Int64, _ cancellation: PromptCancellation,
    interruption: Int32 = -1
  ) throws(Failure) {
    self.socket = socket
    self.deadline = deadline
    self.cancellation = cancellation
    self.interruption = interruption
    do throws(KeychainError) {
      // A line and its end: once it is full, a line without an end is too long.
      buffer = try KeyMemory(byteCount: AssuanCommand.byteLimit + 1)
    } catch {
      throw .memory
    }
  }

  /// Sends a line, without SIGPIPE, and without waiting: what is sent in one conversation fits into the
  /// socket.
  func send(_ command: AssuanCommand) throws(Failure) {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    var sent: Int
    repeat {
      sent = Glibc.send(socket, command.bytes, command.bytes.count, flags)
    } while sent < 0 && errno == EINTR
    guard sent == command.bytes.count else { throw .ended }
  }

  /// Waits for the next line and lends it, without its end.
  mutating func receive<Result>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    discard()
    while true {
      if let count = lineByteCount() {
        consumed = count + 1
        return try buffer.withUnsafeBytes { (bytes) throws(Failure) in
          try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
      }
      guard filled < buffer.byteCount else { throw .garbage }
      try wait()
      try fill()
    }
  }

  private func lineByteCount() -> Int? {
    buffer.withUnsafeBytes { $0.prefix(filled).firstIndex(of: UInt8(ascii: "\n")) }
  }

  /// Overwrites the line that was looked at with what follows it.
  private mutating func discard() {
    let (rest, line) = (filled - consumed, consumed)
    buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      memmove(start, start + line, rest)
      lk_wipe(start + rest, bytes.count - rest)
    }
    filled = rest
    consumed = 0
  }

  private func wait() throws(Failure) {
    var events = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let left = (deadline - lk_monotonic_now() + 999_999) / 1_000_000
      guard left > 0 else { throw .timeout }
      let ready = poll(&events, nfds_t(events.count), Int32(clamping: left))
      guard ready >= 0 else {
        guard errno == EINTR else { throw .ended }
        continue
      }
      if events[1].revents != 0 || events[2].revents != 0 { throw .cancelled }
      if events[0].revents != 0 { return }
    }
  }

  private mutating func fill() throws(Failure) {
    let (socket, filled) = (socket, filled)
    let count = buffer.withUnsafeMutableBytes { bytes in
      recv(socket, bytes.baseAddress.map { $0 + filled }, bytes.count - filled, Int32(MSG_DONTWAIT))
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { throw .ended }
    self.filled += count
  }
}
