import CPlatform
import Keychain
import KeychainModel
import KeychainTransport

/// The memory file that the service made for a large call of a client.
final class CallMemory: Sendable {
  /// The number of the call.
  let number: UInt64
  let file: MemoryFile
  /// The bytes that the call needs. They count as long as the file exists.
  let claim: MemoryClaim
  /// The turn of the client to fill the file; nil as soon as the call came.
  let turn: FillTurn?
  let since = lk_monotonic_now()

  /// The number of bytes that a call needs: for the file, the values of its message, a sealed item, and the row that SQLite
  /// stores. The call has all of them before the client fills the file. Otherwise calls with filled files could wait for
  /// each other.
  static func byteCount(of request: MemoryRequest) -> Int { 4 * request.byteCount + (512 << 10) }

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
