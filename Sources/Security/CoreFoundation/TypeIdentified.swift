/// A class of this package that has its own `CFGetTypeID` number.
package protocol TypeIdentified: AnyObject {
  /// The type number of the class.
  static var typeIdentifier: TypeIdentifier { get }
}
