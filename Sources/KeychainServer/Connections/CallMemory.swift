import CPlatform
import Keychain
import KeychainModel
import KeychainTransport

/// The memory file that the service made for a large call of a client.
final class CallMemory: Sendable {
  /// The number of the call.
  let number: UInt64
  let file: MemoryFile
  /// The bytes of the file, and of the message that is read from it. They count as long as the file exists.
  let claim: MemoryClaim
  /// The turn of the client to fill the file; nil as soon as the call came.
  let turn: FillTurn?
  let since = lk_monotonic_now()

  /// The number of bytes that a call uses from the beginning.
  static func byteCount(of request: MemoryRequest) -> Int { 2 * request.byteCount }

  init(_ number: UInt64, _ file: MemoryFile, _ claim: MemoryClaim, filledIn turn: FillTurn? = nil) {
    self.number = number
    self.file = file
    self.claim = claim
    self.turn = turn
  }
}

/// The turn of a process to fill a memory file. The turn ends with its last reference.
final class FillTurn: Sendable {
  private let load: UserLoad
  private let process: Int

  /// Only `UserLoad` makes a turn.
  init(_ load: UserLoad, _ process: Int) {
    self.load = load
    self.process = process
  }

  deinit { load.endFilling(process) }
}
