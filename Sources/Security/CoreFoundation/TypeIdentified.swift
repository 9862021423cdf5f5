/// A class of this package that `CFGetTypeID` tells from all others.
package protocol TypeIdentified: AnyObject {
  /// The number of the class.
  static var typeIdentifier: TypeIdentifier { get }
}
