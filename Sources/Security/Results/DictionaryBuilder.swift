import Foundation

/// Collects the entries of a result dictionary and makes it in one step.
struct DictionaryBuilder {
  private var keys: [NSString] = []
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
  func dictionary() -> NSDictionary { NSDictionary(objects: values, forKeys: keys) }
}
