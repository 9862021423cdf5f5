import Foundation
import Security

/// An access list that contains only the calling program. Such a list has no effect on an item.
final class LegacyAccess: NSObject {
  override var description: String { "<SecAccessRef>" }

  /// Returns the dictionary of an item without its access list, because the access list has no effect.
  static func removed(from item: NSDictionary) -> NSDictionary {
    guard item.object(forKey: kSecAttrAccess) is LegacyAccess,
      let rest = item.mutableCopy() as? NSMutableDictionary
    else { return item }
    rest.removeObject(forKey: kSecAttrAccess)
    return rest
  }
}

/// The calling program, as a member of an access list.
final class LegacyTrustedApplication: NSObject {
  override var description: String { "<SecTrustedApplicationRef>" }
}

extension LegacyAccess: Boxed {
  static var kind: CFObjectKind { .access }
}

extension LegacyTrustedApplication: Boxed {
  static var kind: CFObjectKind { .trustedApplication }
}

/// The C function `SecAccessGetTypeID`.
@_cdecl("SecAccessGetTypeID")
public func secAccessGetTypeID() -> UInt { Box.typeIdentifier(.access) }

/// The C function `SecAccessCreate`.
@_cdecl("SecAccessCreate")
public func secAccessCreate(
  _ descriptor: UnsafeRawPointer?, _ programs: UnsafeRawPointer?,
  _ access: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  access?.pointee = nil
  return CCall.run {
    guard CFInput.string(descriptor) != nil, let access else { return errSecParam }
    if programs != nil {
      guard let list = CFInput.array(programs) else { return errSecParam }
      let isOwn = (0..<list.count).allSatisfy { list.object(at: $0) is LegacyTrustedApplication }
      guard isOwn else { return errSecParam }
      if list.count == 0 { return errSecUnimplemented }
    }
    access.pointee = Box.make(LegacyAccess())
    return errSecSuccess
  }
}

/// The C function `SecTrustedApplicationGetTypeID`.
@_cdecl("SecTrustedApplicationGetTypeID")
public func secTrustedApplicationGetTypeID() -> UInt { Box.typeIdentifier(.trustedApplication) }

/// The C function `SecTrustedApplicationCreateFromPath`.
@_cdecl("SecTrustedApplicationCreateFromPath")
public func secTrustedApplicationCreateFromPath(
  _ path: UnsafePointer<CChar>?, _ program: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  program?.pointee = nil
  guard let program else { return errSecParam }
  guard path == nil else { return errSecUnimplemented }
  program.pointee = CCall.run { Box.make(LegacyTrustedApplication()) }
  return errSecSuccess
}
