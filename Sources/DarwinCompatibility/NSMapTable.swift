public import Foundation

/// A dictionary with strong references to its keys and weak references to its values. Foundation on Linux does not have
/// the class `NSMapTable`. Tables with other kinds of references are not implemented.
///
/// Keys are compared by `isEqual(_:)` and `hash`, or by identity if they are not `NSObject`. An entry disappears when
/// its value is freed. Like Foundation's class on macOS, this class is not thread-safe.
open class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  private var entries: [MapKey: Entry] = [:]

  private struct Entry {
    weak var object: ObjectType?
  }

  private override init() {}

  /// Returns an empty table with strong keys and weak values.
  public class func strongToWeakObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable() }

  /// The number of entries whose value is alive.
  open var count: Int { living.count }

  /// Returns the value of a key; nil if the key has no value, or if the value was freed.
  open func object(forKey aKey: KeyType?) -> ObjectType? {
    aKey.flatMap { entries[MapKey($0)]?.object }
  }

  /// Sets the value of a key. Does nothing if the value or the key is nil.
  open func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
    guard let anObject, let aKey else { return }
    if entries.count == entries.capacity { entries = entries.filter { $1.object != nil } }
    entries[MapKey(aKey)] = Entry(object: anObject)
  }

  /// Removes the value of a key, if the key has a value.
  open func removeObject(forKey aKey: KeyType?) {
    if let aKey { entries[MapKey(aKey)] = nil }
  }

  /// Removes every entry.
  open func removeAllObjects() { entries.removeAll() }

  /// Returns the keys whose values are alive now, in any order.
  open func keyEnumerator() -> NSEnumerator { NSArray(array: living.map(\.key)).objectEnumerator() }

  /// Returns the values that are alive now, in any order. The enumerator keeps these values alive.
  open func objectEnumerator() -> NSEnumerator? {
    NSArray(array: living.map(\.object)).objectEnumerator()
  }

  private var living: [(key: AnyObject, object: ObjectType)] {
    entries.compactMap { key, entry in entry.object.map { (key.object, $0) } }
  }
}

/// A dictionary key that wraps an object.
struct MapKey: Hashable {
  let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  static func == (left: MapKey, right: MapKey) -> Bool {
    if left.object === right.object { return true }
    guard let object = left.object as? NSObject else { return false }
    return object.isEqual(right.object)
  }

  func hash(into hasher: inout Hasher) {
    switch object {
    // On Linux, the `hash` of an NSError traps.
    case let error as NSError: hasher.combine(error.code)
    case let object as NSObject: hasher.combine(object.hash)
    default: hasher.combine(ObjectIdentifier(object))
    }
  }
}
