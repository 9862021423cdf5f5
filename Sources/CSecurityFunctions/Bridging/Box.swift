import CSecurity
import Foundation

/// Core Foundation objects that box Swift objects.
enum Box {
  /// Makes a box, which the caller must release. Returns nil if there is no object, or not enough memory.
  static func make(_ object: (any Boxed)?) -> UnsafeRawPointer? {
    guard let object, let box = type(of: object).kind.box else { return nil }
    return lk_box_create(box, Unmanaged.passRetained(object as NSObject).toOpaque())
  }

  /// Returns the object in a box.
  static func object(in box: UnsafeRawPointer) -> NSObject? {
    guard let object = lk_box_object(box) else { return nil }
    return Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue()
  }

  /// Returns the object in a box from a C program; nil for NULL and for any other object.
  static func object<Object: NSObject>(
    _ object: UnsafeRawPointer?, as type: Object.Type = Object.self
  ) -> Object? {
    guard let object, let kind = CFObjectKind(rawValue: lk_kind(object)), kind.box != nil else {
      return nil
    }
    return self.object(in: object) as? Object
  }

  /// Returns the type number of a kind of box. Types are registered at the first use. This runs inside the fork gate,
  /// so that a child never inherits a partial registration.
  static func typeIdentifier(_ kind: CFObjectKind) -> UInt {
    kind.box.map { box in CCall.run { lk_box_type(box) } } ?? 0
  }
}
