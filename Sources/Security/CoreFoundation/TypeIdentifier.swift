/// The numbers that `CFGetTypeID` gives out, all in one place so that no two types share one.
///
/// They are not Core Foundation's own numbers: those differ between processes, and nobody may store
/// them.
package enum TypeIdentifier: CFTypeID {
  /// Any object without a case of its own.
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

  /// The type of an object.
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
