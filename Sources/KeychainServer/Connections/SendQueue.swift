import CPlatform
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport

/// The packets of a connection for which the queue of its socket had no space.
struct SendQueue: Sendable {
  /// A packet, or a reply that needs several packets.
  struct Packet: Sendable {
    fileprivate let header: PacketHeader
    fileprivate let body: [UInt8]
    fileprivate let memory: MemoryFile?
    /// The bytes of the body in the memory of the service.
    private let claim: MemoryClaim
    /// The number of bytes of the body that the socket has taken.
    fileprivate var sentCount = 0
    fileprivate let since = lk_monotonic_now()

    init(_ header: PacketHeader, _ body: [UInt8], _ memory: MemoryFile?, _ claim: MemoryClaim) {
      self.header = header
      self.body = body
      self.memory = memory
      self.claim = claim
    }

    fileprivate var isLarge: Bool { body.count > PacketHeader.largestInlineByteCount }
    fileprivate var isSent: Bool { sentCount == body.count }

    /// The number of bytes that count for the connection.
    fileprivate var byteCount: Int { isLarge ? 0 : PacketHeader.byteCount + body.count }

    /// The header and the bytes of the next packet.
    fileprivate var next: (header: PacketHeader, bytes: Range<Int>) {
      guard isLarge else { return (header, 0..<body.count) }
      let rest = body.count - sentCount
      let count = min(rest, PacketHeader.largestInlineByteCount)
      return (
        PacketHeader(.reply, number: header.number, length: rest, isContinued: count < rest),
        sentCount..<sentCount + count
      )
    }
  }

  private var packets: [Packet] = []

  /// The number of bytes that count for the connection: all packets except the large replies.
  private(set) var byteCount = 0

  /// The time when the socket last took a packet, or the time when the first packet came; nil for an empty queue.
  private(set) var since: Int64?

  var isEmpty: Bool { packets.isEmpty }

  /// The time when the oldest of the large replies came; nil when there is none.
  var firstLargeSince: Int64? { packets.lazy.filter(\.isLarge).map(\.since).min() }

  func contains(_ header: PacketHeader) -> Bool { packets.contains { $0.header == header } }

  mutating func append(_ packet: Packet) {
    if packets.isEmpty { since = lk_monotonic_now() }
    byteCount += packet.byteCount
    packets.append(packet)
  }

  /// The number of bytes after which `flush` ends, even if the socket takes more. Other threads wait for the lock of the
  /// connection meanwhile.
  private static let flushedByteCount = 1 << 20

  /// Sends packets until the queue of the socket has no more space, or until about 1 MiB is sent.
  ///
  /// - Throws: `.notAvailable` when the connection is broken.
  mutating func flush(to socket: PacketSocket) throws(KeychainError) {
    var flushed = 0
    while flushed < Self.flushedByteCount, var first = packets.first {
      let (header, range) = first.next
      let outcome = try first.body.withBytes { (bytes) throws(KeychainError) in
        try socket.send(header, UnsafeRawBufferPointer(rebasing: bytes[range]), first.memory, waits: false)
      }
      guard case .sent = outcome else { break }
      flushed += PacketHeader.byteCount + range.count
      first.sentCount = range.upperBound
      packets.removeFirst()
      if first.isSent {
        byteCount -= first.byteCount
        first.body.wipeEverywhere()
      } else {
        // The other replies have their turns.
        packets.append(first)
      }
      since = packets.isEmpty ? nil : lk_monotonic_now()
    }
  }

  /// Overwrites the bodies of all packets, and all copies of them.
  func wipe() { for packet in packets { packet.body.wipeEverywhere() } }
}
