import CSecurity
import Foundation
import Security

/// Makes and reads boxes. A box is a Core Foundation object that holds a Swift object.
enum Box {
  /// Makes a box, which the caller must release. Returns nil if `object` is nil or if memory runs out.
  static func make(_ object: (any Boxed)?) -> UnsafeRawPointer? {
    guard let object, let box = type(of: object).kind.box else { return nil }
    return lk_box_create(box, Unmanaged.passRetained(object as NSObject).toOpaque())
  }

  /// Returns the Swift object in a box.
  static func object(in box: UnsafeRawPointer) -> NSObject? {
    guard let object = lk_box_object(box) else { return nil }
    return Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue()
  }

  /// Returns the Swift object in a box that a C program passed. Returns nil if `object` is NULL, if it is not a box, or
  /// if the box holds an object of another type.
  static func object<Object: NSObject>(
    _ object: UnsafeRawPointer?, as type: Object.Type = Object.self
  ) -> Object? {
    guard let object, let kind = CFObjectKind(rawValue: lk_kind(object)), kind.box != nil else {
      return nil
    }
    return self.object(in: object) as? Object
  }

  /// Returns the Core Foundation type number of a kind of box. The first call registers the types. The registration
  /// runs inside the fork gate, so that a child never inherits a partial registration.
  static func typeIdentifier(_ kind: CFObjectKind) -> UInt {
    kind.box.map { box in CCall.run { lk_box_type(box) } } ?? 0
  }
}

/// A class whose objects are passed to C programs in boxes. Each class has its own Core Foundation type of boxes.
protocol Boxed: NSObject {
  static var kind: CFObjectKind { get }
}

extension SecAccessControl: Boxed {
  static var kind: CFObjectKind { .accessControl }
}

extension SecKey: Boxed {
  static var kind: CFObjectKind { .key }
}

extension SecCertificate: Boxed {
  static var kind: CFObjectKind { .certificate }
}

extension SecIdentity: Boxed {
  static var kind: CFObjectKind { .identity }
}

extension SecTrust: Boxed {
  static var kind: CFObjectKind { .trust }
}

extension SecPolicy: Boxed {
  static var kind: CFObjectKind { .policy }
}

extension SecKeychain: Boxed {
  static var kind: CFObjectKind { .keychain }
}

extension SecKeychainItem: Boxed {
  static var kind: CFObjectKind { .keychainItem }
}

// A box calls the following functions with its Swift object.

/// Releases the Swift object of a box that Core Foundation frees.
@_cdecl("lk_object_release")
public func releaseBoxedObject(_ object: UnsafeMutableRawPointer) {
  Unmanaged<NSObject>.fromOpaque(object).release()
}

/// Returns whether the Swift objects of two boxes are equal.
@_cdecl("lk_object_is_equal")
public func areBoxedObjectsEqual(
  _ object: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer
) -> Bool {
  boxed(object).isEqual(boxed(other))
}

/// Returns the hash of the Swift object of a box.
@_cdecl("lk_object_hash")
public func hashOfBoxedObject(_ object: UnsafeMutableRawPointer) -> UInt {
  UInt(bitPattern: boxed(object).hash)
}

/// Returns the description of the Swift object of a box. The caller must release the string.
@_cdecl("lk_object_description")
public func descriptionOfBoxedObject(_ object: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
  CFOutput.string(boxed(object).description as NSString)
}

private func boxed(_ object: UnsafeMutableRawPointer) -> NSObject {
  Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue()
}
