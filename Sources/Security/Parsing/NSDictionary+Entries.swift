package import Foundation

extension NSDictionary {
  /// The entries, with keys and values as the objects that they are.
  ///
  /// Enumerating a dictionary hands out Swift values, and the Foundation of Linux makes a `Data` of
  /// an `NSData` byte by byte: 75 ns each, 5 s for the largest secret.
  package var entries: some Sequence<(Any, Any)> { zip(allKeys, allValues) }
}
