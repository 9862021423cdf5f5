import Foundation

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
