import CCollections
import Foundation
import KeychainModel

/// Checks the object arguments of every public function, before Foundation converts the objects to Swift values.
///
/// Foundation converts each member of a collection when a program reads the member. The conversion ends the process if
/// a key is a collection, because an array is not hashable in Swift. The conversion overflows the stack if a collection
/// contains itself.
enum ArgumentChecks {
  /// The limit on the depth of nested collections.
  private static let largestDepth = 32

  /// The limit on the number of objects in one check. An object that occurs several times is checked several times, so
  /// even a small array can exceed the limit.
  private static let largestCount = 1_000_000

  /// Checks objects and all their members. Nil passes.
  ///
  /// - Throws: `.parameter` if a key of a dictionary or a member of a set is a collection; if a collection contains
  ///   itself, has more than 32 levels or has more than a million objects; for a set whose class is neither `NSSet` nor
  ///   `NSMutableSet`, such as an ordered set; for a string that is not valid Unicode.
  static func check(_ objects: AnyObject?...) throws(KeychainError) { try check(all: objects) }

  /// Returns whether the objects pass the check.
  static func areValid(_ objects: AnyObject?...) -> Bool {
    do throws(KeychainError) {
      try check(all: objects)
      return true
    } catch {
      return false
    }
  }

  private static func check(all objects: [AnyObject?]) throws(KeychainError) {
    var rest = largestCount
    for object in objects {
      if let object { try check(object, depth: 0, rest: &rest) }
    }
  }

  private static func check(
    _ object: AnyObject, depth: Int, rest: inout Int
  ) throws(KeychainError) {
    rest -= 1
    guard depth <= largestDepth, rest >= 0 else {
      throw KeychainError(.parameter, "collections are nested too deep, or hold too much")
    }
    guard !PropertyValue.isPlain(object) else { return }
    switch object {
    case let dictionary as NSDictionary:
      try dictionary.forEachMember { (key, value) throws(KeychainError) in
        try checkKey(key)
        try check(value, depth: depth + 1, rest: &rest)
      }
    case let array as NSArray:
      for index in 0..<array.count {
        try check(array.member(at: index), depth: depth + 1, rest: &rest)
      }
    case let set as NSSet:
      for member in try set.members() { try checkKey(member) }
    // An ordered set is refused, because Foundation reads its members only as Swift values. Such members cannot be
    // checked.
    case is NSOrderedSet: throw KeychainError(.parameter, "nothing takes an ordered set")
    case let text as NSString: try check(text)
    case let error as NSError:
      try check(error.userInfo as NSDictionary, depth: depth + 1, rest: &rest)
    default: break
    }
  }

  private static func checkKey(_ key: AnyObject) throws(KeychainError) {
    guard !PropertyValue.isPlain(key) else { return }
    switch key {
    case is NSDictionary, is NSArray, is NSSet, is NSOrderedSet:
      throw KeychainError(.parameter, "a collection is no key of a dictionary, nor in a set")
    case let text as NSString: try check(text)
    default: break
    }
  }

  /// Checks that a string is valid Unicode. An `NSMutableString` always passes, because it wraps a Swift string. A
  /// string of another class may contain unpaired surrogates (compatibility: D44).
  private static func check(_ text: NSString) throws(KeychainError) {
    guard type(of: text) != NSMutableString.self else { return }
    let units = (0..<text.length).map { text.character(at: $0) }
    guard String(validating: units, as: UTF16.self) != nil else {
      throw KeychainError(.parameter, "a string holds half of a character")
    }
  }
}

extension NSArray {
  /// Returns the member at an index without converting the member to a Swift value.
  fileprivate func member(at index: Int) -> AnyObject {
    // Safe: the array exists during the call and retains its members, and the index is valid.
    Unmanaged<AnyObject>.fromOpaque(
      lk_array_member(Unmanaged.passUnretained(self).toOpaque(), index)
    ).takeUnretainedValue()
  }
}

extension NSSet {
  /// Returns the members without converting them to Swift values.
  ///
  /// - Throws: `.parameter` for a set whose class is neither `NSSet` nor `NSMutableSet`, because such a set may create
  ///   its members during the read.
  fileprivate func members() throws(KeychainError) -> [AnyObject] {
    guard type(of: self) == NSSet.self || type(of: self) == NSMutableSet.self else {
      throw KeychainError(.parameter, "nothing takes a set of this class")
    }
    var members = [UnsafeRawPointer?](repeating: nil, count: count)
    lk_set_members(Unmanaged.passUnretained(self).toOpaque(), &members)
    // Safe: the set exists during the call and retains its members.
    return members.compactMap { member in
      member.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
  }
}
