import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing

/// What one thread needs for one call: a connection, the ciphers, and a lock of its own.
final class KeychainSession {
  let connection: Connection
  let sealer: RowSealer
  /// Held shared by each write, so that nobody puts another database in place meanwhile.
  let lock: FileLock

  /// Makes texts comparable that are not ASCII.
  var folding: any TextFolding = ASCIIFolding()

  /// The decisions about certificates that count for filters; nil where there are none.
  var trustSettings: TrustSettingsStore?

  init(_ connection: Connection, _ sealer: RowSealer, _ lock: FileLock) {
    self.connection = connection
    self.sealer = sealer
    self.lock = lock
  }

  /// Runs `body` with what a caller has proven at hand.
  func with<Result>(
    _ credential: AccessCredential?, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let credential else { return try body() }
    sealer.credential = credential
    defer { sealer.credential = nil }
    return try body()
  }
}
