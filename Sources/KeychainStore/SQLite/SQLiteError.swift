import CSQLite
import Glibc
import KeychainModel

/// Translates SQLite's result codes into statuses (specification: secitem 0.3).
enum SQLiteError {
  /// The error for a result code of SQLite. If `connection` is not nil, the error contains the extended result code of
  /// the connection.
  static func error(
    _ code: Int32, _ connection: OpaquePointer?, _ what: String, file: StaticString = #fileID,
    line: UInt = #line
  ) -> KeychainError {
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
    let text = String(cString: sqlite3_errstr(code))
    let reason = "\(what): \(text) (SQLite \(extended))"
    let primary = code & 0xFF
    return KeychainError(
      status(primary), reason, because: failureCause(primary), cause: cause(primary), file: file,
      line: line)
  }

  static func status(_ primary: Int32) -> KeychainError.Code {
    switch primary {
    case SQLITE_READONLY: .readOnly
    case SQLITE_CONSTRAINT: .duplicateItem
    case SQLITE_MISMATCH: .noSuchAttribute
    case SQLITE_NOMEM: .allocation
    case SQLITE_IOERR: .inputOutput
    case SQLITE_INTERNAL: .internalComponent
    case SQLITE_TOOBIG: .dataTooLarge
    default: .notAvailable
    }
  }

  private static func failureCause(_ primary: Int32) -> FailureCause? {
    switch primary {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT: .timedOut
    case SQLITE_FULL: .diskFull
    // SQLite has no code of its own for a process without free descriptors.
    case SQLITE_CANTOPEN where errno == EMFILE || errno == ENFILE: .tooManyFiles
    case SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH: .permissionDenied
    case SQLITE_INTERNAL, SQLITE_MISUSE, SQLITE_ERROR: .componentFailed
    default: nil
    }
  }

  private static func cause(_ primary: Int32) -> KeychainError.Cause? {
    switch primary {
    case SQLITE_CORRUPT, SQLITE_NOTADB: .databaseDamaged
    default: nil
    }
  }
}
