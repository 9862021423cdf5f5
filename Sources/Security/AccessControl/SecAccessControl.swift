public import Foundation
package import KeychainModel

/// The protection of an item: its accessibility, and the proofs that the keychain demands before the item may be used.
///
/// Two objects are equal if their protections are equal.
///
/// `@unchecked Sendable` is safe: the class is final, and its properties are constants. The constants have Sendable
/// types, except for a dictionary, and that dictionary is a deep copy.
public final class SecAccessControl: NSObject, @unchecked Sendable {
  /// The accessibility: the raw value of one of the `kSecAttrAccessible...` constants. Nil if the protection is a
  /// dictionary; no item can be stored under a dictionary.
  package let protection: String?

  private let dictionary: NSDictionary?

  /// Whether the object carries a dictionary of operations. The dictionary may be empty.
  ///
  /// Every object that a caller makes carries one. An object that a search returns for an item with a plain
  /// accessibility carries none. The two are different protections and are never equal.
  package let hasOperations: Bool

  /// The proofs that the keychain demands.
  package let constraints: AccessConstraints

  /// Makes the object that a search returns for an item with a plain accessibility.
  package convenience init(protection: String) {
    self.init(protection: protection, hasOperations: false, constraints: [])
  }

  init(protection: String, hasOperations: Bool, constraints: AccessConstraints) {
    self.protection = protection
    dictionary = nil
    self.hasOperations = hasOperations
    self.constraints = constraints
  }

  /// - Parameter dictionary: An immutable copy.
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

  /// A description of the protection for a log. It holds no secret. Its form may change.
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

/// An access control protection in the form of a dictionary (specification: secitem 5.6). It names no accessibility, so
/// no item can be stored under it.
enum ProtectionDictionary {
  private static let largestDepth = 32

  /// Returns an immutable deep copy of `dictionary`. Returns nil unless it is a property list of at most 32 levels.
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
