import Foundation
import Security

/// The result of a public function: its status, and the object in the result pointer.
struct Answer {
  let status: OSStatus
  let result: AnyObject?

  var data: Data? { result as? Data }
  var array: [Any] { result as? [Any] ?? [] }
  var dictionary: NSDictionary { result as? NSDictionary ?? [:] }

  /// The keys of a result dictionary.
  var keys: Set<String> { Set(dictionary.allKeys.compactMap { $0 as? String }) }

  subscript(_ key: CFString) -> Any? { dictionary[key] }
}
