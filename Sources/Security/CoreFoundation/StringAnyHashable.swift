public import Foundation

/// Makes an `NSString` equal to a `String` with the same characters when both are dictionary keys, as on Apple's
/// platforms.
///
/// Without this conformance, `attributes[kSecAttrAccount]` finds nothing in an `[AnyHashable: Any]` whose keys are of
/// the type `String`. The conformance applies to the whole process.
///
/// The protocol is public in the standard library, but its name begins with an underscore, so a later toolchain may not
/// have the protocol. A test fails if the toolchain does not call the method of the protocol.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  /// Returns the key that represents this string in a dictionary: the key of a `String` with the same characters.
  public func _toCustomAnyHashable() -> AnyHashable? {
    AnyHashable(self as String)
  }
}
