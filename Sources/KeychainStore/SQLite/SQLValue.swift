import CSQLite
import KeychainModel

/// A value of a column as SQLite stores it.
enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes as stored in the database, in any encoding.
  case text([UInt8])
  case blob([UInt8])
}

extension SQLValue {
  /// The number in an integer; nil for other types.
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The bytes of a blob; nil for other types.
  var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

  /// A text, decoded as UTF-8; nil for other types.
  var text: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}

extension Statement {
  /// The value of a column, with its stored type.
  func value(_ column: Int32) -> SQLValue {
    switch type(of: column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(bytes(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }

  /// Binds a value with its type.
  func bind(_ value: SQLValue, at index: Int32) throws(KeychainError) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let number): bind(number, at: index)
    case .real(let number): bind(real: number, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    case .text:
      // No column of the store contains text, except in a damaged row.
      throw KeychainError(.decode, "a column holds text that cannot")
    }
  }
}
