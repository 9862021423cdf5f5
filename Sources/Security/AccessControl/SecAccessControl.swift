public import Foundation
package import KeychainModel

/// The protection of an item: its accessibility, and what has to be proven before it may be used.
///
/// Two objects are equal if they protect in the same way.
///
/// `@unchecked Sendable` holds because the class is final and its properties are constants: of Sendable
/// types, and a dictionary that was copied with all that is in it.
public final class SecAccessControl: NSObject, @unchecked Sendable {
  /// The accessibility: the raw value of one of the `kSecAttrAccessible...` constants; nil when there is
  /// a dictionary instead, under which no item can be stored.
  package let protection: String?

  private let dictionary: NSDictionary?

  /// Whether the object carries a dictionary of operations, be it an empty one.
  ///
  /// Every object that a caller makes does; one that a search returns for an item stored with a
  /// plain accessibility does not. The two are different protections and never equal.
  package let hasOperations: Bool

  /// What has to be proven.
  package let constraints: AccessConstraints

  /// The object that a search returns for an item with a plain accessibility.
  package convenience init(protection: String) {
    self.init(protection: protection, hasOperations: false, constraints: [])
  }

  init(protection: String, hasOperations: Bool, constraints: AccessConstraints) {
    self.protection = protection
    dictionary = nil
    self.hasOperations = hasOperations
    self.constraints = constraints
  }

  /// - Parameter dictionary: A copy that nobody changes.
  init(dictionary: NSDictionary, constraints: AccessConstraints) {
    protection = nil
    self.dictionary = dictionary
    hasOperations = true
    self.constraints = constraints
  }

  /// Whether the other object is an access control that protects in the same way.
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

  /// The protection for a log: no secret, and no fixed form.
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
