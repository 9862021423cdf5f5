import CPlatform
import Glibc
package import KeychainModel
import Synchronization

/// One end of a connection that keeps the boundaries of packets. Only the end of a client receives descriptors.
///
/// A program may close descriptors that it did not open (closefrom(2)), and the number of the descriptor may then belong to
/// another file of the program. Unless the program is the service, the object therefore compares the file before it uses
/// or closes the descriptor.
package final class PacketSocket: Sendable {
  /// The outcome of sending without waiting.
  package enum Sending: Sendable {
    case sent
    /// The queue of the other end is full. Nothing was sent.
    case full
  }

  private static let closed: Int32 = -1

  private let number: Atomic<Int32>
  /// The device and the inode of the socket, which no other file has together; nil if no other code of the program closes
  /// descriptors, as in the service.
  private let file: (device: UInt64, inode: UInt64)?
  /// Whether the other end can send descriptors to this end, which belongs to the service.
  private let mayHaveDescriptors: Bool
  /// Locked while a thread looks at the next packet and then receives it, if packets may carry descriptors.
  private let receiving = ForkSafeMutex(())
  /// The user for whom the socket counts in `DroppedSockets`.
  private let owner = ForkSafeMutex(DroppedSockets.Owner(user: 0, isKnown: false))

  /// Takes ownership of the descriptor of a client.
  package init(owning descriptor: Int32) {
    number = Atomic(descriptor)
    file = Self.file(descriptor) ?? (0, 0)
    mayHaveDescriptors = false
  }

  /// Takes ownership of a descriptor that the service accepted (`lk_socket_accept`).
  package init(accepted descriptor: Int32) {
    number = Atomic(descriptor)
    file = nil
    mayHaveDescriptors = lk_socket_refuses_descriptors(descriptor) == 0
  }

  deinit { close() }

  /// From now on, the socket counts as one of this user.
  package func count(for owner: DroppedSockets.Owner) { self.owner.withLock { $0 = owner } }

  /// The descriptor; -1 after `close`.
  package var descriptor: Int32 { number.load(ordering: .relaxed) }

  private static func file(_ descriptor: Int32) -> (device: UInt64, inode: UInt64)? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Whether the descriptor still belongs to this object.
  private var isOwn: Bool {
    guard let file else { return descriptor != Self.closed }
    guard let present = Self.file(descriptor) else { return false }
    return present == file
  }

  private func requireOwn() throws(KeychainError) {
    guard isOwn else {
      throw KeychainError(
        .notAvailable, "the program closed the descriptor of the connection", cause: .connectionLost)
    }
  }

  /// Closes the descriptor, unless the program closed it. The connection stays open if another process has it.
  package func close() {
    let isOwn = isOwn
    let descriptor = number.exchange(Self.closed, ordering: .relaxed)
    guard isOwn else { return }
    guard mayHaveDescriptors else {
      _ = Glibc.close(descriptor)
      return
    }
    // The shutdown ends the sending.
    shutdown(descriptor, Int32(SHUT_RDWR))
    if receiving.withLock({ _ in lk_socket_is_drained(descriptor) }) == 1 {
      _ = Glibc.close(descriptor)
    } else {
      DroppedSockets.add(descriptor, of: owner.withLock { $0 })
    }
  }

  /// Whether the other end has not received everything that was sent. An end that has closed receives nothing more, and
  /// the kernel discards the rest.
  package var hasUnreceived: Bool { lk_socket_unreceived(descriptor) > 0 }

  /// Whether the other end has ended the connection. Packets may be left.
  package var isEnded: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
  }

  /// Ends the connection for all processes that have it.
  package func shutDown() {
    if isOwn { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Sends a packet with a body of bytes. The service can send an empty memory file with a packet.
  ///
  /// - Parameter waits: Whether to wait for space in the queue, as long as the time limit of the socket.
  /// - Throws: `.notAvailable` when the connection is broken.
  package func send(
    _ header: PacketHeader, _ body: UnsafeRawBufferPointer, _ memory: MemoryFile? = nil, waits: Bool
  ) throws(KeychainError) -> Sending {
    try requireOwn()
    let error = header.withEncoded { header in
      lk_socket_send(
        descriptor, header.baseAddress, header.count, body.baseAddress, body.count, memory?.descriptor ?? -1,
        waits ? 1 : 0) == 0 ? 0 : errno
    }
    switch error {
    case 0: return .sent
    case EAGAIN, ENOBUFS: return .full
    default: throw Self.broken(error)
    }
  }

  /// Receives a packet into a buffer. The service does not receive a packet with descriptors, because a program can let
  /// the close of its descriptors take any time. The packet stays in the queue, and ends with the socket.
  ///
  /// - Returns: The packet; nil when no packet came within the time limit of the socket, or without `waits`, when there
  ///   is no packet.
  /// - Throws: `.notAvailable` with the cause `connectionLost` at the end of the connection; `.decode` for a packet that
  ///   is too long, that came with a descriptor that its header does not announce, or whose header is malformed.
  package func receive(into buffer: PacketBuffer, waits: Bool) throws(KeychainError) -> ReceivedPacket? {
    try requireOwn()
    var facts = lk_packet()
    // No packet has brought a descriptor yet. The number 0 would be a descriptor of something else.
    facts.descriptor = -1
    let (count, error) =
      if mayHaveDescriptors {
        receiving.withLock { _ in receiveIfWithoutDescriptors(buffer, &facts) }
      } else {
        receive(buffer, &facts, waits: waits)
      }
    guard count >= 0 else {
      switch error {
      case EAGAIN: return nil
      case EMSGSIZE: throw PacketHeader.malformed
      default: throw Self.broken(error)
      }
    }
    do throws(KeychainError) {
      guard count > 0 else {
        throw KeychainError(.notAvailable, "the connection has ended", cause: .connectionLost)
      }
      let packet = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
      let header = try PacketHeader(packet: packet)
      let bringsFile = header.isInMemoryFile && !isService
      guard bringsFile == (facts.descriptor >= 0), !bringsFile || header.kind == PacketKind.memory.rawValue else {
        throw PacketHeader.malformed
      }
      return ReceivedPacket(
        header: header, sender: facts.sender,
        inline: UnsafeRawBufferPointer(rebasing: packet[PacketHeader.byteCount...]), memory: facts.descriptor)
    } catch {
      buffer.wipe(count)
      if facts.descriptor >= 0 { _ = Glibc.close(facts.descriptor) }
      throw error
    }
  }

  private var isService: Bool { file == nil }

  /// - Returns: The number of bytes, or a negative number and the error.
  private func receive(_ buffer: PacketBuffer, _ facts: inout lk_packet, waits: Bool) -> (Int, Int32) {
    func next() -> (Int, Int32) {
      // A descriptor of a client would be closed here, and its close can take any time.
      let count = lk_socket_receive(
        descriptor, buffer.bytes.baseAddress, buffer.bytes.count, &facts, isService ? 0 : 1, waits ? 1 : 0)
      return (count, count < 0 ? errno : 0)
    }
    let first = next()
    // The other end ended with unread packets. A reply that it sent before follows.
    return first.1 == ECONNRESET ? next() : first
  }

  /// Receives the next packet, unless it carries descriptors. Does not wait. No other thread may receive meanwhile.
  private func receiveIfWithoutDescriptors(_ buffer: PacketBuffer, _ facts: inout lk_packet) -> (Int, Int32) {
    while true {
      switch Int(lk_socket_peek(descriptor)) {
      // A packet that comes now is looked at by the next call.
      case LK_NEXT_NOTHING: return (-1, EAGAIN)
      case LK_NEXT_END: return (0, 0)
      case LK_NEXT_PACKET: break
      default: return (-1, EMSGSIZE)
      }
      let count = lk_socket_receive(descriptor, buffer.bytes.baseAddress, buffer.bytes.count, &facts, 0, 0)
      guard count < 0 else { return (count, 0) }
      // The other end ended with unread packets. The next packet may be another one.
      guard errno == ECONNRESET else { return (-1, errno) }
    }
  }

  private static func broken(_ error: Int32) -> KeychainError {
    KeychainError(
      .notAvailable, "the connection is broken: \(String(cString: lk_error_description(error)))",
      because: error == EMFILE || error == ETOOMANYREFS ? .tooManyFiles : nil, cause: .connectionLost)
  }
}

/// A buffer for one packet. The buffer is overwritten after the use of each packet.
package final class PacketBuffer {
  package let bytes: UnsafeMutableRawBufferPointer

  package init() {
    bytes = .allocate(byteCount: PacketHeader.byteCount + PacketHeader.largestInlineByteCount, alignment: 16)
  }

  deinit {
    bytes.wipe()
    bytes.deallocate()
  }

  /// Overwrites a packet that was received into the buffer.
  package func wipe(_ count: Int) { UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]).wipe() }
}

/// A received packet. The bytes of its body are in the buffer of the receiver. A call can be in a memory file, which the
/// service has itself.
package struct ReceivedPacket: ~Copyable {
  package let header: PacketHeader
  /// The process that sent the packet; 0 if the socket does not report it.
  package let sender: Int32
  fileprivate let inline: UnsafeRawBufferPointer
  /// The descriptor that came with the packet; -1 if none came.
  fileprivate let memory: Int32

  fileprivate init(header: PacketHeader, sender: Int32, inline: UnsafeRawBufferPointer, memory: Int32) {
    self.header = header
    self.sender = sender
    self.inline = inline
    self.memory = memory
  }

  deinit { if memory >= 0 { close(memory) } }

  /// The number of bytes of the packet in the buffer.
  package var byteCountInBuffer: Int { PacketHeader.byteCount + inline.count }

  /// Calls `body` with the bytes of the body.
  ///
  /// - Throws: `.decode` when the body is in a memory file; the errors of `body`.
  package func withBody<Result>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard !header.isInMemoryFile else { throw PacketHeader.malformed }
    return try body(inline)
  }

  /// The memory file that came with the packet, for the receiver to fill.
  ///
  /// - Throws: `.decode` when no memory file came, or when it has another size or its size can change; `.notAvailable` when
  ///   there is no descriptor left.
  package func memoryToFill() throws(KeychainError) -> MemoryFile {
    guard memory >= 0 else { throw PacketHeader.malformed }
    let number = fcntl(memory, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else {
      throw KeychainError(.notAvailable, "a large message cannot be sent", because: .tooManyFiles)
    }
    return try MemoryFile(owning: number, byteCount: Int(header.length))
  }
}
