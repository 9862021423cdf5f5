import Foundation

/// An access control protection in the form of a dictionary (secitem 5.6). It names no accessibility, so no item can
/// be stored under it.
enum ProtectionDictionary {
  private static let largestDepth = 32

  /// Returns an immutable deep copy of `dictionary`. Returns nil unless it is a property list of at most 32 levels.
  static func copy(_ dictionary: NSDictionary) -> NSDictionary? {
    copy(dictionary, depth: 0) as? NSDictionary
  }

  private static func copy(_ value: Any, depth: Int) -> NSObject? {
    guard depth < largestDepth else { return nil }
    switch value {
    case let dictionary as NSDictionary:
      let result = NSMutableDictionary()
      for (key, value) in dictionary {
        guard let key = key as? String, let value = copy(value, depth: depth + 1) else {
          return nil
        }
        result[key] = value
      }
      return result.copy() as? NSObject
    case let array as NSArray:
      var result: [NSObject] = []
      for value in array {
        guard let value = copy(value, depth: depth + 1) else { return nil }
        result.append(value)
      }
      return NSArray(array: result)
    case let text as String: return NSString(string: text)
    case let data as Data: return NSData(data: data)
    case let number as NSNumber: return number
    case let date as NSDate: return date
    default: return nil
    }
  }
}
