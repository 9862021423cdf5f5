package import KeychainModel

/// A reply that comes in several packets, because it is too large for one. All packets have the number of the call.
/// Packets with other numbers may come between them.
///
/// The length of each packet is the number of bytes that are still to come, with its own. The first one therefore
/// announces the whole length, and every later one confirms it.
package final class CollectedReply {
  private var bytes: [UInt8] = []
  private var restCount: Int
  private let keepsBytes: Bool

  /// - Parameters:
  ///   - first: The header of the first packet, which `PacketHeader` has checked.
  ///   - keepsBytes: False if no call waits for the reply any longer. The packets are then only checked.
  package init(_ first: PacketHeader, keepsBytes: Bool) {
    restCount = Int(first.length)
    self.keepsBytes = keepsBytes
    // An array that grows would leave secrets in memory.
    if keepsBytes { bytes.reserveCapacity(restCount) }
  }

  deinit { bytes.wipeEverywhere() }

  /// Adds the next packet, also the first one.
  ///
  /// - Returns: Whether the reply is whole.
  /// - Throws: `.decode` when the packet does not have the length that the packets before announced.
  package func add(_ header: PacketHeader, _ body: UnsafeRawBufferPointer) throws(KeychainError) -> Bool {
    guard header.length == UInt64(restCount), body.count <= restCount, header.isContinued == (body.count < restCount)
    else { throw PacketHeader.malformed }
    restCount -= body.count
    if keepsBytes { bytes.append(contentsOf: body) }
    return restCount == 0
  }

  /// Takes the bytes of the whole reply, which may contain secrets.
  package func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
