import CPlatform
import Keychain
import KeychainModel
import KeychainTransport

/// The memory file that the service made for a large call of a client.
final class CallMemory: Sendable {
  /// The number of the call.
  let number: UInt64
  let file: MemoryFile
  /// The turn of the client to fill the file; nil as soon as the call came.
  let turn: FillTurn?
  let since = lk_monotonic_now()

  /// The number of bytes that a call needs: for a copy of its message, the values of the message, a sealed item, and the row
  /// that SQLite stores. The call claims all of them at once, and a call that waits claims nothing. So calls never wait for
  /// each other. The kernel counts the file as memory of the client, which fills it.
  static func neededByteCount(forMessageOf byteCount: Int) -> Int { 4 * byteCount + (512 << 10) }

  init(_ number: UInt64, _ file: MemoryFile, filledIn turn: FillTurn? = nil) {
    self.number = number
    self.file = file
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
