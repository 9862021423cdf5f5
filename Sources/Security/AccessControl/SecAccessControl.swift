public import Foundation
package import KeychainModel

/// The protection of an item: the accessibility of the item, and the proofs that the keychain requires before a program
/// may use the item.
///
/// Two objects are equal if their protections are equal.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants. Each constant has a Sendable
/// type, except for `dictionary`, which is an immutable deep copy.
public final class SecAccessControl: NSObject, @unchecked Sendable {
  /// The accessibility: the raw value of one of the `kSecAttrAccessible...` constants. Nil if the protection is a
  /// dictionary. The keychain stores no item whose protection is a dictionary.
  package let protection: String?

  private let dictionary: NSDictionary?

  /// Whether the object has an operations dictionary. An operations dictionary maps operations to constraints, and may
  /// be empty.
  ///
  /// Every object that a caller makes has an operations dictionary. The object that a search returns for an item
  /// without an access control has no operations dictionary. An object with an operations dictionary never equals an
  /// object without an operations dictionary.
  package let hasOperations: Bool

  /// The proofs that the keychain requires before a program may use the item.
  package let constraints: AccessConstraints

  /// Makes the object that a search returns for an item that has an accessibility and no access control.
  package convenience init(protection: String) {
    self.init(protection: protection, hasOperations: false, constraints: [])
  }

  init(protection: String, hasOperations: Bool, constraints: AccessConstraints) {
    self.protection = protection
    dictionary = nil
    self.hasOperations = hasOperations
    self.constraints = constraints
  }

  /// Makes an object whose protection is a dictionary.
  ///
  /// - Parameter dictionary: An immutable copy of the protection dictionary.
  init(dictionary: NSDictionary, constraints: AccessConstraints) {
    protection = nil
    self.dictionary = dictionary
    hasOperations = true
    self.constraints = constraints
  }

  /// Returns whether the other object is an access control object with the same protection.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecAccessControl else { return false }
    return protection == other.protection && dictionary == other.dictionary
      && hasOperations == other.hasOperations && constraints == other.constraints
  }

  /// A hash of the protection.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(protection)
    hasher.combine(hasOperations)
    hasher.combine(constraints)
    return hasher.finalize()
  }

  /// Describes the protection for a log. The text contains no secret. A later version may change the form of the text.
  public override var description: String {
    let operations = hasOperations ? ";operations" : ""
    let flags = constraints.rawValue == 0 ? "" : ";flags=\(constraints.rawValue)"
    return "<SecAccessControlRef: \(protection ?? "dictionary")\(operations)\(flags)>"
  }
}

extension SecAccessControl: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .accessControl }
}

/// Returns the type number of access control objects.
public func SecAccessControlGetTypeID() -> CFTypeID {
  SecAccessControl.typeIdentifier.rawValue
}

/// Copies a protection that is a dictionary (specification: secitem 5.6). Such a protection names no accessibility, so
/// the keychain stores no item with such a protection.
enum ProtectionDictionary {
  private static let largestDepth = 32

  /// Returns an immutable deep copy of `dictionary`. Returns nil unless `dictionary` is a property list of at most 32
  /// levels.
  static func copy(_ dictionary: NSDictionary) -> NSDictionary? {
    copy(dictionary, depth: 0) as? NSDictionary
  }

  private static func copy(_ value: Any, depth: Int) -> NSObject? {
    guard depth < largestDepth else { return nil }
    switch value {
    case let dictionary as NSDictionary:
      let result = NSMutableDictionary()
      for (key, value) in dictionary {
        guard let key = key as? String, let value = copy(value, depth: depth + 1) else {
          return nil
        }
        result[key] = value
      }
      return result.copy() as? NSObject
    case let array as NSArray:
      var result: [NSObject] = []
      for value in array {
        guard let value = copy(value, depth: depth + 1) else { return nil }
        result.append(value)
      }
      return NSArray(array: result)
    case let text as String: return NSString(string: text)
    case let data as Data: return NSData(data: data)
    case let number as NSNumber: return number
    case let date as NSDate: return date
    default: return nil
    }
  }
}
