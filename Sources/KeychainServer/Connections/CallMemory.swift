import CPlatform
import Keychain
import KeychainModel
import KeychainTransport

/// The memory file that the service made for a large call of a client.
final class CallMemory: Sendable {
  /// The number of the call.
  let number: UInt64
  let file: MemoryFile
  /// The bytes of the file. They count as long as the file exists.
  let claim: MemoryClaim
  let since = lk_monotonic_now()

  init(_ number: UInt64, _ file: MemoryFile, _ claim: MemoryClaim) {
    self.number = number
    self.file = file
    self.claim = claim
  }
}
