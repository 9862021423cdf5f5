import Foundation
import Security

// What the boxes of Core Foundation ask of the objects in them.

/// Lets an object go whose box is gone.
@_cdecl("lk_object_release")
public func releaseBoxedObject(_ object: UnsafeMutableRawPointer) {
  Unmanaged<NSObject>.fromOpaque(object).release()
}

/// Whether two objects are equal.
@_cdecl("lk_object_is_equal")
public func areBoxedObjectsEqual(
  _ object: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer
) -> Bool {
  boxed(object).isEqual(boxed(other))
}

/// The hash of an object.
@_cdecl("lk_object_hash")
public func hashOfBoxedObject(_ object: UnsafeMutableRawPointer) -> UInt {
  UInt(bitPattern: boxed(object).hash)
}

/// The description of an object, as a string that the caller releases.
@_cdecl("lk_object_description")
public func descriptionOfBoxedObject(_ object: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
  Outgoing.string(boxed(object).description as NSString)
}

private func boxed(_ object: UnsafeMutableRawPointer) -> NSObject {
  Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue()
}
