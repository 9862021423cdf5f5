import CPlatform
import Glibc
import KeychainCrypto
import KeychainModel

/// Exchanges lines of the Assuan protocol with a server through a socket. Received bytes are stored in protected
/// memory.
struct AssuanChannel: ~Copyable {
  enum Failure: Error {
    // `ended`: the server closed the connection. `garbage`: a received line does not belong to the protocol.
    case ended, garbage
    case timeout, cancelled
    /// There is not enough memory.
    case memory
  }

  private let socket: Int32
  private let cancellation: PromptCancellation
  private let interruption: Int32
  /// The deadline of the conversation, in nanoseconds of the monotonic clock.
  private let deadline: Int64
  private var buffer: KeyMemory
  /// The number of received bytes in the buffer.
  private var filled = 0
  /// The number of bytes of the last line that `receive` passed to its closure, with the line feed.
  private var consumed = 0

  /// - Parameters:
  ///   - socket: The socket. The caller must keep the socket open during the conversation, and close the socket
  ///     afterwards.
  ///   - interruption: A descriptor that cancels the conversation when the descriptor becomes readable; -1 for no
  ///     descriptor.
  init(
    _ socket: Int32, until deadline: Int64, _ cancellation: PromptCancellation,
    interruption: Int32 = -1
  ) throws(Failure) {
    self.socket = socket
    self.deadline = deadline
    self.cancellation = cancellation
    self.interruption = interruption
    do throws(KeychainError) {
      // The buffer has room for one line with its line feed. If the buffer is full without a line feed, the line is too
      // long.
      buffer = try KeyMemory(byteCount: AssuanCommand.byteLimit + 1)
    } catch {
      throw .memory
    }
  }

  /// Sends a line. The function does not wait, because all lines of a conversation fit into the buffer of the socket. A
  /// closed connection causes no SIGPIPE.
  func send(_ command: AssuanCommand) throws(Failure) {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    var sent: Int
    repeat {
      sent = Glibc.send(socket, command.bytes, command.bytes.count, flags)
    } while sent < 0 && errno == EINTR
    guard sent == command.bytes.count else { throw .ended }
  }

  /// Waits for the next line, and calls `body` with the line without its line feed.
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

  /// Removes from the buffer the last line that `receive` passed to its closure. Overwrites the unused part of the
  /// buffer.
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

/// Ends a `poll` call of another thread.
final class PromptCancellation: Sendable {
  /// A descriptor that becomes readable on cancellation.
  let descriptor: Int32
  private let writing: Int32

  /// Creates a pipe for the cancellation. Returns nil if the process cannot open more descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard lk_pipe(&ends) == 0 else { return nil }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Makes `descriptor` readable. One byte is sufficient for several calls of `poll`, because no thread reads the byte.
  func cancel() { lk_write_quietly(writing, "x", 1) }
}
