package import Foundation

extension NSNumber {
  /// Whether this is a Boolean, and not a number with the value 0 or 1.
  ///
  /// Foundation has exactly two Boolean objects. `objCType` does not distinguish them: it is "c" for Booleans and for
  /// eight-bit numbers made in C.
  package var isBoolean: Bool {
    self === kCFBooleanTrue || self === kCFBooleanFalse
  }
}
