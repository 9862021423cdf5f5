import Foundation
import Security

/// The status of a call, and the object in the result pointer of the call.
struct Answer {
  let status: OSStatus
  let result: AnyObject?

  var data: Data? { result as? Data }
  var array: [Any] { result as? [Any] ?? [] }
  var dictionary: NSDictionary { result as? NSDictionary ?? [:] }

  /// The keys of the result. Empty if the result is not a dictionary.
  var keys: Set<String> { Set(dictionary.allKeys.compactMap { $0 as? String }) }

  subscript(_ key: CFString) -> Any? { dictionary[key] }
}
