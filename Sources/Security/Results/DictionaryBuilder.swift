import Foundation

/// Collects the entries of a result dictionary and makes it in one step.
struct DictionaryBuilder {
  private var keys: [NSObject] = []
  private var values: [AnyObject] = []

  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// Adds an entry. The key must be new.
  mutating func add(_ key: NSString, _ value: AnyObject) {
    keys.append(key)
    values.append(value)
  }

  /// Makes the dictionary. It is a plain `NSDictionary`: a subclass would come out empty when cast with `as? [String:
  /// Any]`.
  ///
  /// The function passes the memory of the arrays. The initializer that takes arrays would cast each element.
  func dictionary() -> NSDictionary {
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in
        // An empty array may have no memory.
        guard let key = keys.baseAddress, let value = values.baseAddress else {
          return NSDictionary()
        }
        return NSDictionary(objects: value, forKeys: key, count: keys.count)
      }
    }
  }
}
