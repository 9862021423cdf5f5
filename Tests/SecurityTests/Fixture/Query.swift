import Foundation
import Security

/// A dictionary for the item functions.
typealias Query = [AnyHashable: Any]

/// Combines two dictionaries. If both dictionaries contain a key, the result has the value of `right`.
func + (left: Query, right: Query) -> Query { left.merging(right) { $1 } }

extension Query {
  /// A dictionary for generic passwords, with the given service and account.
  static func generic(_ service: Any? = nil, _ account: Any? = nil) -> Query {
    var query: Query = [kSecClass: kSecClassGenericPassword]
    if let service { query[kSecAttrService] = service }
    if let account { query[kSecAttrAccount] = account }
    return query
  }

  /// A dictionary for internet passwords, with the given server and account.
  static func internet(_ server: Any? = nil, _ account: Any? = nil) -> Query {
    var query: Query = [kSecClass: kSecClassInternetPassword]
    if let server { query[kSecAttrServer] = server }
    if let account { query[kSecAttrAccount] = account }
    return query
  }

  /// A dictionary for keys, with the given application tag.
  static func key(_ tag: Any? = nil) -> Query {
    var query: Query = [kSecClass: kSecClassKey]
    if let tag { query[kSecAttrApplicationTag] = tag }
    return query
  }

  /// A dictionary for the item of a key object.
  static func of(_ key: SecKey) -> Query { [kSecValueRef: key] }

  /// This dictionary with a secret.
  func secret(_ text: String) -> Query { self + [kSecValueData: Data(text.utf8)] }

  /// This query, for all matches.
  var all: Query { self + [kSecMatchLimit: kSecMatchLimitAll] }

  /// This query, for local and synchronizable items.
  var any: Query { self + [kSecAttrSynchronizable: kSecAttrSynchronizableAny] }

  /// This dictionary, for synchronizable items.
  var synchronizable: Query { self + [kSecAttrSynchronizable: true] }
}
