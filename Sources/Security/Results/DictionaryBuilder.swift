import Foundation

/// Collects the entries of a result dictionary and makes it in one step.
struct DictionaryBuilder {
  private var keys: [NSObject] = []
  private var values: [AnyObject] = []

  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// Adds an entry whose key is not there yet.
  mutating func add(_ key: NSString, _ value: AnyObject) {
    keys.append(key)
    values.append(value)
  }

  /// The dictionary: a plain one, because a subclass comes out empty under `as? [String: Any]`.
  ///
  /// Made from the memory of the arrays: the initialiser that takes arrays casts each element.
  func dictionary() -> NSDictionary {
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in
        // Without an element there is no memory, and nothing is read.
        guard let key = keys.baseAddress, let value = values.baseAddress else {
          return NSDictionary()
        }
        return NSDictionary(objects: value, forKeys: key, count: keys.count)
      }
    }
  }
}
