public import Foundation

/// Makes an `NSString` and a `String` of the same characters one dictionary key, as they are on
/// Apple's platforms.
///
/// Without this, `attributes[kSecAttrAccount]` finds nothing in an `[AnyHashable: Any]` whose keys
/// are strings. It holds for the whole process.
///
/// The protocol is one of the standard library's own, underscored but public; a test fails if a
/// toolchain stops asking it.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  /// The key that this string is in a dictionary: that of the equal `String`.
  public func _toCustomAnyHashable() -> AnyHashable? {
    AnyHashable(self as String)
  }
}
