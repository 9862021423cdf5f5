import Foundation

/// Objects that no function accepts. Foundation cannot convert these objects to Swift values.
///
/// Objects that contain themselves, and deeply nested objects, are never freed. Only a short-lived process should
/// create such objects.
enum HostileObjects {
  /// Returns each hostile object with a description for messages.
  static func all() -> [(name: String, object: NSObject)] {
    var objects: [(name: String, object: NSObject)] = []
    for (name, key) in keys {
      let dictionary = NSDictionary(object: "value", forKey: key)
      objects += [
        ("a key that is \(name)", dictionary),
        ("one level deeper, a key that is \(name)", NSDictionary(object: dictionary, forKey: text)),
        ("in an array, a key that is \(name)", NSArray(object: dictionary)),
        ("in two arrays, a key that is \(name)", NSArray(object: NSArray(object: dictionary))),
      ]
    }
    return objects + [
      ("a set of arrays", NSSet(object: NSArray(object: "member"))),
      ("an array that contains itself", endlessArray()),
      ("a dictionary that contains itself", endlessDictionary()),
      ("an array of 100 000 levels", deepArray()),
      ("a dictionary of 100 000 levels", deepDictionary()),
      ("an array of 2^30 members", wideArray()),
      (
        "an error with such a dictionary",
        NSError(
          domain: "domain", code: 1,
          userInfo: ["key": NSDictionary(object: "value", forKey: NSArray())])
      ),
      ("half of a character", HalfCharacter(half: ())),
      ("an array with half of a character", NSArray(object: HalfCharacter(half: ()))),
    ]
  }

  private static var text: NSString { "key" }

  private static var keys: [(String, any NSObject & NSCopying)] {
    [
      ("an array", NSArray()), ("an array with a member", NSArray(object: "member")),
      ("a dictionary", NSDictionary(object: "value", forKey: text)),
      ("a set", NSSet(object: "member")), ("an ordered set", NSOrderedSet(object: "member")),
    ]
  }

  private static func endlessArray() -> NSArray {
    let array = NSMutableArray()
    array.add(array)
    return array
  }

  private static func endlessDictionary() -> NSDictionary {
    let dictionary = NSMutableDictionary()
    dictionary.setObject(dictionary, forKey: text)
    return dictionary
  }

  private static func deepArray() -> NSArray {
    var array = NSArray()
    for _ in 0..<100_000 { array = kept(NSArray(objects: array)) }
    return array
  }

  private static func deepDictionary() -> NSDictionary {
    var dictionary = NSDictionary()
    for _ in 0..<100_000 { dictionary = kept(NSDictionary(objects: [dictionary], forKeys: [text])) }
    return dictionary
  }

  /// An array with thirty levels. Each level is an array that contains the next level twice.
  private static func wideArray() -> NSArray {
    var array = NSArray(object: "member")
    for _ in 0..<30 { array = NSArray(objects: array, array) }
    return array
  }

  /// Retains an object forever, because freeing an object with many levels overflows the stack.
  private static func kept<Object: AnyObject>(_ object: Object) -> Object {
    _ = Unmanaged.passRetained(object)
    return object
  }
}

/// A string that consists of one unpaired surrogate. C programs can create such strings.
final class HalfCharacter: NSString {
  init(half: Void) { super.init(characters: [], length: 0) }
  required convenience init?(coder: NSCoder) { self.init(half: ()) }
  required convenience init(string: String) { self.init(half: ()) }
  required convenience init(stringLiteral: StaticString) { self.init(half: ()) }
  required convenience init(extendedGraphemeClusterLiteral: StaticString) { self.init(half: ()) }
  required convenience init(unicodeScalarLiteral: StaticString) { self.init(half: ()) }

  override var length: Int { 1 }
  override func character(at index: Int) -> unichar { 0xD805 }
}
