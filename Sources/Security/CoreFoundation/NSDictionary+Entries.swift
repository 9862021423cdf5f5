import CCollections
package import Foundation
package import KeychainModel

extension NSDictionary {
  /// The entries, with keys and values as the objects that they are.
  ///
  /// Enumerating a dictionary hands out Swift values, and the Foundation of Linux makes a `Data` of
  /// an `NSData` byte by byte: 75 ns each, 5 s for the largest secret.
  package var entries: some Sequence<(Any, Any)> { zip(allKeys, allValues) }

  /// Calls `body` with each key and its value, without the two arrays that `entries` makes.
  package func forEachEntry(
    _ body: (Any, Any) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try forEachMember { (key, value) throws(KeychainError) in
      // Another object may stand for a value of Swift, which Foundation gets out of it.
      try body(
        PropertyValue.plain(key) ?? key, PropertyValue.plain(value) ?? object(forKey: key) ?? value)
    }
  }

  /// Calls `body` with each key and its value, as the objects that they are.
  func forEachMember(
    _ body: (AnyObject, AnyObject) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let count = count
    guard count > 0 else { return }
    // Another class may make its members when they are read.
    guard type(of: self) == NSDictionary.self || type(of: self) == NSMutableDictionary.self else {
      for (key, value) in entries { try body(key as AnyObject, value as AnyObject) }
      return
    }
    try withUnsafeTemporaryAllocation(
      of: UnsafeRawPointer?.self, capacity: 2 * count
    ) { (room) throws(KeychainError) in
      guard let keys = room.baseAddress else { return }
      lk_dictionary_members(Unmanaged.passUnretained(self).toOpaque(), keys, keys + count)
      // The dictionary is alive, and holds its members.
      for index in 0..<count {
        guard let key = keys[index], let value = keys[count + index] else { continue }
        try body(
          Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue(),
          Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue())
      }
    }
  }
}
