import CCollections
package import Foundation
package import KeychainModel

extension NSDictionary {
  /// The entries, with keys and values as objects.
  ///
  /// Use this property instead of a `for` loop over the dictionary. Such a loop converts the members to Swift values.
  /// On Linux, Foundation converts an `NSData` to a `Data` byte by byte. The conversion takes 75 ns for each byte, and
  /// 5 s for the largest secret.
  package var entries: some Sequence<(Any, Any)> { zip(allKeys, allValues) }

  /// Calls `body` with each key and its value. Unlike `entries`, this method allocates no arrays.
  package func forEachEntry(
    _ body: (Any, Any) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try forEachMember { (key, value) throws(KeychainError) in
      // The dictionary may store a Swift value in a box object. `object(forKey:)` returns the Swift value.
      try body(
        PropertyValue.plain(key) ?? key, PropertyValue.plain(value) ?? object(forKey: key) ?? value)
    }
  }

  /// Calls `body` with each key and its value as objects, without conversion to Swift values.
  func forEachMember(
    _ body: (AnyObject, AnyObject) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let count = count
    guard count > 0 else { return }
    // A dictionary of another class than `NSDictionary` and `NSMutableDictionary` can create its members during the
    // read without retaining the members. Therefore this code reads `entries`, whose arrays retain the members.
    guard type(of: self) == NSDictionary.self || type(of: self) == NSMutableDictionary.self else {
      for (key, value) in entries { try body(key as AnyObject, value as AnyObject) }
      return
    }
    try withUnsafeTemporaryAllocation(
      of: UnsafeRawPointer?.self, capacity: 2 * count
    ) { (room) throws(KeychainError) in
      guard let keys = room.baseAddress else { return }
      lk_dictionary_members(Unmanaged.passUnretained(self).toOpaque(), keys, keys + count)
      // Safe: the dictionary exists during the call and retains its members.
      for index in 0..<count {
        guard let key = keys[index], let value = keys[count + index] else { continue }
        try body(
          Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue(),
          Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue())
      }
    }
  }
}
