import Foundation
import Security

// Functions that boxes call for the objects in them.

/// Releases the object of a freed box.
@_cdecl("lk_object_release")
public func releaseBoxedObject(_ object: UnsafeMutableRawPointer) {
  Unmanaged<NSObject>.fromOpaque(object).release()
}

/// Returns whether two objects are equal.
@_cdecl("lk_object_is_equal")
public func areBoxedObjectsEqual(
  _ object: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer
) -> Bool {
  boxed(object).isEqual(boxed(other))
}

/// Returns the hash of an object.
@_cdecl("lk_object_hash")
public func hashOfBoxedObject(_ object: UnsafeMutableRawPointer) -> UInt {
  UInt(bitPattern: boxed(object).hash)
}

/// Returns the description of an object, as a string that the caller must release.
@_cdecl("lk_object_description")
public func descriptionOfBoxedObject(_ object: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
  CFOutput.string(boxed(object).description as NSString)
}

private func boxed(_ object: UnsafeMutableRawPointer) -> NSObject {
  Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue()
}
