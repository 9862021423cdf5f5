import CPlatform
import Keychain
import KeychainModel
import KeychainTransport

/// A call that waits until its user uses less memory, or the request for its memory file. No thread waits for it.
struct HeldCall: Sendable {
  /// The message of a call. It may contain secrets.
  final class Message: Sendable {
    let bytes: [UInt8]
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }
    deinit { bytes.wipeEverywhere() }
  }

  enum Content: Sendable {
    case request(MemoryRequest)
    case small(Message)
    case large(CallMemory)
  }

  /// The number of the packet.
  let number: UInt64
  /// The number of bytes that the call needs, as far as it is known. A call that waits has no bytes.
  let neededByteCount: Int
  let content: Content
  /// Whether the call has no memory file yet.
  var isRequest: Bool { if case .request = content { true } else { false } }
  let since: Int64

  init(
    _ number: UInt64, _ content: Content, needing neededByteCount: Int, since: Int64 = lk_monotonic_now()
  ) {
    self.since = since
    self.number = number
    self.content = content
    self.neededByteCount = neededByteCount
  }
}
