import CSQLite
import KeychainModel

/// A prepared statement of one connection.
///
/// Parameters and columns are numbered as in SQLite: parameters from 1, columns from 0.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection

  /// A buffer with sixteen bytes for each parameter. Values of sixteen bytes are bound from this buffer, without a copy
  /// that SQLite would have to allocate. A value stays in the buffer until the next value is bound to the parameter.
  private let values: UnsafeMutableRawBufferPointer

  init(_ sql: String, _ connection: Connection) throws(KeychainError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw SQLiteError.error(code, connection.handle, "preparing a statement")
    }
    self.handle = handle
    self.connection = connection
    values = .allocate(byteCount: 16 * Int(sqlite3_bind_parameter_count(handle)), alignment: 16)
  }

  deinit {
    sqlite3_finalize(handle)
    values.deallocate()
  }

  // MARK: Parameters

  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  func bind(real value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }

  func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

  /// Binds a copy of the bytes.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(KeychainError) {
    let code =
      if let base = bytes.baseAddress, !bytes.isEmpty {
        sqlite3_bind_blob64(handle, index, base, UInt64(bytes.count), transientDestructor)
      } else {
        // An empty buffer may have a null pointer, which SQLite would bind as NULL. NULL means a missing value.
        sqlite3_bind_zeroblob(handle, index, 0)
      }
    guard code == SQLITE_OK else {
      throw SQLiteError.error(code, connection.handle, "binding a value")
    }
  }

  func bind(_ bytes: [UInt8], at index: Int32) throws(KeychainError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(KeychainError) in
      try bind(UnsafeRawBufferPointer(buffer), at: index)
    }
  }

  func bind(_ value: some SixteenBytes, at index: Int32) throws(KeychainError) {
    let start = 16 * (Int(index) - 1)
    let place = UnsafeMutableRawBufferPointer(rebasing: values[start..<start + 16])
    value.write(to: place)
    let code = sqlite3_bind_blob(handle, index, place.baseAddress, 16, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError.error(code, connection.handle, "binding a value")
    }
  }

  // MARK: Running

  /// Moves to the next row. Returns false when there is no further row.
  ///
  /// - Throws: The errors of SQLite, and of `Connection.didStep`.
  func step() throws(KeychainError) -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      let error = SQLiteError.error(code, connection.handle, "running a statement")
      sqlite3_reset(handle)
      throw error
    }
    if let didStep = connection.didStep {
      do throws(KeychainError) {
        try didStep()
      } catch {
        sqlite3_reset(handle)
        throw error
      }
    }
    return code == SQLITE_ROW
  }

  /// Runs a statement that returns no rows, and resets the statement.
  func run() throws(KeychainError) {
    defer { reset() }
    while try step() {}
  }

  /// Resets the statement and removes its bindings.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Columns of the current row

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The type of a column, as one of SQLite's constants.
  func type(of column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The bytes of a column, valid until the next step or reset.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let base = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count))
  }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  func text(_ column: Int32) -> String {
    String(decoding: bytes(column), as: UTF8.self)
  }

  func blindValue(_ column: Int32) -> BlindValue? {
    withBytes(column) { BlindValue($0) }
  }

  func identifier(_ column: Int32) -> RowIdentifier? { withBytes(column) { RowIdentifier($0) } }
}

/// `SQLITE_TRANSIENT`, which is a macro that Swift does not import: SQLite copies the bytes.
private let transientDestructor = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The prepared statements of a connection that are not in use. The statement that was used last is the last element.
///
/// There are usually a few dozen statements, so a linear search is faster than hashing.
struct StatementCache {
  /// The largest number of statements. A search in many access groups uses a statement for each group, and the memory of
  /// these statements must not stay in use until the connection is closed.
  static let capacity = 128

  private var idle: [(number: UInt64, statement: Statement)] = []

  /// Takes a statement with this number out of the cache; nil when there is no such statement.
  mutating func take(_ number: UInt64) -> Statement? {
    guard let position = idle.lastIndex(where: { $0.number == number }) else { return nil }
    return idle.remove(at: position).statement
  }

  mutating func put(_ statement: Statement, _ number: UInt64) {
    if idle.count == Self.capacity { idle.removeFirst() }
    idle.append((number, statement))
  }

  mutating func removeAll() { idle.removeAll() }
}
