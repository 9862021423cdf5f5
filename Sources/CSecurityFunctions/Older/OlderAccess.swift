import Foundation
import Security

/// An access list of the calling program alone. Every item behaves as if it had this list.
final class OlderAccess: NSObject {
  override var description: String { "<SecAccessRef>" }

  /// Returns the dictionary of an item without such a list, because the list has no effect.
  static func removed(from item: NSDictionary) -> NSDictionary {
    guard item.object(forKey: kSecAttrAccess) is OlderAccess,
      let rest = item.mutableCopy() as? NSMutableDictionary
    else { return item }
    rest.removeObject(forKey: kSecAttrAccess)
    return rest
  }
}

/// The calling program, as a member of an access list.
final class OlderTrustedApplication: NSObject {
  override var description: String { "<SecTrustedApplicationRef>" }
}

extension OlderAccess: Boxed {
  static var kind: ForeignKind { .access }
}

extension OlderTrustedApplication: Boxed {
  static var kind: ForeignKind { .trustedApplication }
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
  return ForeignCall.run {
    guard Incoming.string(descriptor) != nil, let access else { return errSecParam }
    if programs != nil {
      guard let list = Incoming.array(programs) else { return errSecParam }
      let isOwn = (0..<list.count).allSatisfy { list.object(at: $0) is OlderTrustedApplication }
      guard isOwn else { return errSecParam }
      if list.count == 0 { return errSecUnimplemented }
    }
    access.pointee = Box.make(OlderAccess())
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
  program.pointee = ForeignCall.run { Box.make(OlderTrustedApplication()) }
  return errSecSuccess
}
