import Foundation
import Security

/// The C function `SecAccessControlCreateWithFlags`.
@_cdecl("SecAccessControlCreateWithFlags")
public func secAccessControlCreateWithFlags(
  _ allocator: UnsafeRawPointer?, _ protection: UnsafeRawPointer?, _ flags: UInt,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let protection = CFInput.object(protection) else {
      CErrorCall.refuse("protection", error)
      return nil
    }
    let flags = SecAccessControlCreateFlags(rawValue: flags)
    return Box.make(SecAccessControlCreateWithFlags(nil, protection, flags, error))
  }
}
