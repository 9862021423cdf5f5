/// The type numbers that `CFGetTypeID` returns. They are all in one place so that no two types share a number.
///
/// They differ from Core Foundation's numbers. Core Foundation's numbers differ between processes, so no program can
/// store them.
package enum TypeIdentifier: CFTypeID {
  /// Any object without its own case.
  case object = 1
  case null
  case allocator
  case string
  case number
  case boolean
  case data
  case date
  case url
  case array
  case dictionary
  case error
  case accessControl
  case key
  case certificate
  case identity
  case trust
  case policy
  case keychain
  case keychainItem

  /// Determines the type of an object.
  package init(of object: AnyObject) {
    self =
      switch object {
      case let object as any TypeIdentified: type(of: object).typeIdentifier
      case is NSString: .string
      case let number as NSNumber: number.isBoolean ? .boolean : .number
      case is NSData: .data
      case is NSDate: .date
      case is NSURL: .url
      case is NSArray: .array
      case is NSDictionary: .dictionary
      case is NSError: .error
      case is NSNull: .null
      default: .object
      }
  }
}
