public import Foundation

/// A dictionary that does not keep its values alive: the strong-to-weak form of Foundation's class,
/// which Foundation on Linux does not have. There is no other form here.
///
/// Keys are compared by `isEqual(_:)` and `hash`, and by identity when they are no `NSObject`. An
/// entry is gone when its value is. As Foundation's it is not to be used by two threads at once.
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

  /// Returns the value of a key; nil when there is none or it is gone.
  open func object(forKey aKey: KeyType?) -> ObjectType? {
    aKey.flatMap { entries[MapKey($0)]?.object }
  }

  /// Sets the value of a key. Without either, nothing is set.
  open func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
    guard let anObject, let aKey else { return }
    if entries.count == entries.capacity { entries = entries.filter { $1.object != nil } }
    entries[MapKey(aKey)] = Entry(object: anObject)
  }

  /// Removes the value of a key, if there is one.
  open func removeObject(forKey aKey: KeyType?) {
    if let aKey { entries[MapKey(aKey)] = nil }
  }

  /// Removes every entry.
  open func removeAllObjects() { entries.removeAll() }

  /// Returns the keys whose values are alive now, in any order.
  open func keyEnumerator() -> NSEnumerator { NSArray(array: living.map(\.key)).objectEnumerator() }

  /// Returns the values that are alive now, in any order. The enumerator keeps them alive.
  open func objectEnumerator() -> NSEnumerator? {
    NSArray(array: living.map(\.object)).objectEnumerator()
  }

  private var living: [(key: AnyObject, object: ObjectType)] {
    entries.compactMap { key, entry in entry.object.map { (key.object, $0) } }
  }
}
