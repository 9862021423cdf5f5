package import KeychainModel

/// The request of a client for a memory file for a large call.
package struct MemoryRequest: Sendable, Equatable {
  /// The length of the message of the call. It does not fit into a packet.
  package let byteCount: Int

  package init(byteCount: Int) { self.byteCount = byteCount }

  /// - Throws: `.decode` when the message fits into a packet, or is larger than every message.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    let length = try fields.number(UInt64.self)
    let lengths = UInt64(PacketHeader.largestInlineByteCount + 1)...UInt64(PacketHeader.largestByteCount)
    guard fields.isAtEnd, lengths.contains(length) else { throw PacketHeader.malformed }
    byteCount = Int(length)
  }

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.number(UInt64(byteCount))
    return fields.bytes
  }
}
