import CSecurity
import Foundation

/// Objects of our classes in boxes of Core Foundation.
enum Box {
  /// A box that the caller releases; nil without an object, or without memory.
  static func make(_ object: (any Boxed)?) -> UnsafeRawPointer? {
    guard let object, let box = type(of: object).kind.box else { return nil }
    return lk_box_create(box, Unmanaged.passRetained(object as NSObject).toOpaque())
  }

  /// What is in a box.
  static func object(in box: UnsafeRawPointer) -> NSObject? {
    guard let object = lk_box_object(box) else { return nil }
    return Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue()
  }

  /// What is in the box that a C program gave; nil for NULL and for any other object.
  static func object<Object: NSObject>(
    _ object: UnsafeRawPointer?, as type: Object.Type = Object.self
  ) -> Object? {
    guard let object, let kind = ForeignKind(rawValue: lk_kind(object)), kind.box != nil else {
      return nil
    }
    return self.object(in: object) as? Object
  }

  /// The number of the type of a kind of box. Types are registered at the first use, which a child must not
  /// inherit half done.
  static func typeIdentifier(_ kind: ForeignKind) -> UInt {
    kind.box.map { box in ForeignCall.run { lk_box_type(box) } } ?? 0
  }
}
