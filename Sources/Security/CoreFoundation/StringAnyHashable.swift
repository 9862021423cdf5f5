public import Foundation

/// Makes an `NSString` and a `String` with the same characters one dictionary key, as on Apple's platforms.
///
/// Without this, `attributes[kSecAttrAccount]` finds nothing in an `[AnyHashable: Any]` whose keys are strings. The
/// conformance applies to the whole process.
///
/// The protocol belongs to the standard library. It is public, but its name has an underscore. A test fails if a
/// toolchain no longer calls the method.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  /// Returns the key that represents this string in a dictionary: the key of the equal `String`.
  public func _toCustomAnyHashable() -> AnyHashable? {
    AnyHashable(self as String)
  }
}
