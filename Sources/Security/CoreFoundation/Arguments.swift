import CCollections
import Foundation
import KeychainModel

/// The check that every public function makes of the objects that it is given, before Foundation makes Swift
/// values of them.
///
/// Foundation does so whenever a member of a collection is read. It ends the process when a key inside is a
/// collection, because an array is no key in Swift, and overflows the stack on a collection that contains itself.
enum Arguments {
  /// Collections within collections, at most.
  private static let largestDepth = 32

  /// Objects in all, at most: an array may hold another one many times, and that one a third.
  private static let largestCount = 1_000_000

  /// Checks objects with everything that is in them; nil is no object.
  ///
  /// - Throws: `.parameter` for a dictionary with a collection as a key, a set of them, a collection that contains
  ///   itself, has more than 32 levels or more than a million objects, and a string that is no Unicode text.
  static func check(_ objects: AnyObject?...) throws(KeychainError) { try check(all: objects) }

  /// Whether objects pass the check.
  static func areSound(_ objects: AnyObject?...) -> Bool {
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
    // Its members can be read as values of Swift alone.
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

  /// Strings of Foundation hold Swift's, which are Unicode; others may hold halves of characters (D44).
  private static func check(_ text: NSString) throws(KeychainError) {
    guard type(of: text) != NSMutableString.self else { return }
    let units = (0..<text.length).map { text.character(at: $0) }
    guard String(validating: units, as: UTF16.self) != nil else {
      throw KeychainError(.parameter, "a string holds half of a character")
    }
  }
}

extension NSArray {
  /// The member at an index, as the object that it is.
  fileprivate func member(at index: Int) -> AnyObject {
    // The array is alive, it holds the member, and the index is one of its own.
    Unmanaged<AnyObject>.fromOpaque(
      lk_array_member(Unmanaged.passUnretained(self).toOpaque(), index)
    ).takeUnretainedValue()
  }
}

extension NSSet {
  /// The members, as the objects that they are.
  ///
  /// - Throws: `.parameter` for a set of another class, whose members may be made when they are read.
  fileprivate func members() throws(KeychainError) -> [AnyObject] {
    guard type(of: self) == NSSet.self || type(of: self) == NSMutableSet.self else {
      throw KeychainError(.parameter, "nothing takes a set of this class")
    }
    var members = [UnsafeRawPointer?](repeating: nil, count: count)
    lk_set_members(Unmanaged.passUnretained(self).toOpaque(), &members)
    // The set is alive, and holds its members.
    return members.compactMap { member in
      member.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
  }
}
