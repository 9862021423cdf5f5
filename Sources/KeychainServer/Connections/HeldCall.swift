import CPlatform
import KeychainModel
import KeychainTransport

/// A call that waits until its user uses less memory. No thread waits for it.
struct HeldCall: Sendable {
  private final class Body: Sendable {
    let bytes: [UInt8]
    let file: ReceivedMemory?

    init(_ packet: borrowing ReceivedPacket) throws(KeychainError) {
      file = try packet.keptMemory()
      bytes = file == nil ? try packet.withBody { (body) throws(KeychainError) in Array(body) } : []
    }

    deinit { bytes.wipeEverywhere() }
  }

  /// The number of the packet.
  let number: UInt64
  /// The number of bytes that the call needs, as far as it is known.
  var neededByteCount: Int
  let since = lk_monotonic_now()
  private let body: Body

  /// - Throws: `.notAvailable` when there is no descriptor left for the memory file.
  init(_ packet: borrowing ReceivedPacket, needing neededByteCount: Int) throws(KeychainError) {
    number = packet.header.number
    self.neededByteCount = neededByteCount
    body = try Body(packet)
  }

  /// The number of bytes of the call, if it is in a memory file.
  var largeByteCount: Int { body.file?.byteCount ?? 0 }

  /// Calls `perform` with the message of the call.
  ///
  /// - Throws: `.decode` when the memory file is not sealed or has another length; the errors of `perform`.
  func withBody<Result>(
    _ perform: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let file = body.file else { return try body.bytes.withBytes(perform) }
    return try file.copy().withUnsafeBytes(perform)
  }
}
