import Foundation
import Security

/// The C function `SecPolicyGetTypeID`.
@_cdecl("SecPolicyGetTypeID")
public func secPolicyGetTypeID() -> UInt { Box.typeIdentifier(.policy) }

/// The C function `SecPolicyCreateBasicX509`.
@_cdecl("SecPolicyCreateBasicX509")
public func secPolicyCreateBasicX509() -> UnsafeRawPointer? {
  CCall.run { Box.make(SecPolicyCreateBasicX509()) }
}

/// The C function `SecPolicyCreateSSL`.
@_cdecl("SecPolicyCreateSSL")
public func secPolicyCreateSSL(_ isServer: UInt8, _ host: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CCall.run {
    let name = CFInput.string(host)
    // An object that is not a string is refused. Passing nil for such an object would make a policy for any host.
    guard host == nil || name != nil else { return nil }
    return Box.make(SecPolicyCreateSSL(isServer != 0, name))
  }
}

/// The C function `SecPolicyCreateRevocation`.
@_cdecl("SecPolicyCreateRevocation")
public func secPolicyCreateRevocation(_ flags: UInt) -> UnsafeRawPointer? {
  CCall.run { Box.make(SecPolicyCreateRevocation(flags)) }
}

/// The C function `SecPolicyCreateWithProperties`.
@_cdecl("SecPolicyCreateWithProperties")
public func secPolicyCreateWithProperties(
  _ identifier: UnsafeRawPointer?, _ properties: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CCall.run {
    let own = CFInput.dictionary(properties)
    guard let identifier = CFInput.string(identifier), properties == nil || own != nil else {
      return nil
    }
    return Box.make(SecPolicyCreateWithProperties(identifier, own))
  }
}

/// The C function `SecPolicyCopyProperties`.
@_cdecl("SecPolicyCopyProperties")
public func secPolicyCopyProperties(_ policy: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CCall.run {
    CFOutput.object(Box.object(policy, as: SecPolicy.self).flatMap { SecPolicyCopyProperties($0) })
  }
}

/// The C function `SecPolicySetProperties`.
@_cdecl("SecPolicySetProperties")
public func secPolicySetProperties(
  _ policy: UnsafeRawPointer?, _ properties: UnsafeRawPointer?
) -> Int32 {
  CCall.run {
    guard let policy = Box.object(policy, as: SecPolicy.self),
      let properties = CFInput.dictionary(properties)
    else { return errSecParam }
    return policy.set(properties)
  }
}
