import Foundation
import Security

/// A dictionary of the item functions.
typealias Query = [AnyHashable: Any]

/// Combines two dictionaries. Values of the right one replace those of the left one.
func + (left: Query, right: Query) -> Query { left.merging(right) { $1 } }

extension Query {
  /// A generic password.
  static func generic(_ service: Any? = nil, _ account: Any? = nil) -> Query {
    var query: Query = [kSecClass: kSecClassGenericPassword]
    if let service { query[kSecAttrService] = service }
    if let account { query[kSecAttrAccount] = account }
    return query
  }

  /// An internet password.
  static func internet(_ server: Any? = nil, _ account: Any? = nil) -> Query {
    var query: Query = [kSecClass: kSecClassInternetPassword]
    if let server { query[kSecAttrServer] = server }
    if let account { query[kSecAttrAccount] = account }
    return query
  }

  /// A key.
  static func key(_ tag: Any? = nil) -> Query {
    var query: Query = [kSecClass: kSecClassKey]
    if let tag { query[kSecAttrApplicationTag] = tag }
    return query
  }

  /// A query for the item of a key object.
  static func of(_ key: SecKey) -> Query { [kSecValueRef: key] }

  /// A dictionary with a secret.
  func secret(_ text: String) -> Query { self + [kSecValueData: Data(text.utf8)] }

  /// A query for all matches.
  var all: Query { self + [kSecMatchLimit: kSecMatchLimitAll] }

  /// Local and synchronizable items.
  var any: Query { self + [kSecAttrSynchronizable: kSecAttrSynchronizableAny] }

  /// Synchronizable items.
  var synchronizable: Query { self + [kSecAttrSynchronizable: true] }
}
