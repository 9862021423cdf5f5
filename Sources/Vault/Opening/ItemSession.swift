import KeychainFiles
package import KeychainModel
package import KeychainStore
package import RowSealing

/// What a call works with: a connection to the database, and the ciphers of the keys that are open.
///
/// One thread at a time uses a session.
package final class ItemSession {
  package let connection: Connection
  package let sealer: RowSealer
  /// The vault lock of this session's own open file.
  let lock: FileLock

  /// Makes texts comparable that are not ASCII.
  package var folding: any TextFolding = ASCIIFolding()

  /// Evaluates the certificates that filters ask for; nil where no filter does.
  package var evaluation: (any CertificateEvaluation)?

  init(_ connection: Connection, _ sealer: RowSealer, _ lock: FileLock) {
    self.connection = connection
    self.sealer = sealer
    self.lock = lock
  }

  /// Runs `body` with the proofs of a caller at hand.
  package func with<Result>(_ credential: AccessCredential?, _ body: () throws(KeychainError) -> Result)
    throws(KeychainError) -> Result
  {
    guard let credential else { return try body() }
    sealer.credential = credential
    defer { sealer.credential = nil }
    return try body()
  }
}

/// Decides about certificates for the filters of a search. The engine says what it needs of it.
package protocol CertificateEvaluation: Sendable {}
