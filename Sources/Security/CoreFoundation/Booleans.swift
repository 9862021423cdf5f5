package import Foundation

extension NSNumber {
  /// Whether this is a Boolean and not a number that happens to be 0 or 1.
  ///
  /// Foundation has exactly two Boolean objects. `objCType` is no help: it is "c" for them and for
  /// eight-bit numbers made in C.
  package var isBoolean: Bool {
    self === kCFBooleanTrue || self === kCFBooleanFalse
  }
}
