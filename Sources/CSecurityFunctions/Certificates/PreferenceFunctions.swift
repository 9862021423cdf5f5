import Foundation
import Security

/// The C function `SecIdentitySetPreferred`.
@_cdecl("SecIdentitySetPreferred")
public func secIdentitySetPreferred(
  _ identity: UnsafeRawPointer?, _ name: UnsafeRawPointer?, _ keyUsage: UnsafeRawPointer?
) -> Int32 {
  set(identity, as: SecIdentity.self, name, keyUsage, SecIdentitySetPreferred)
}

/// The C function `SecCertificateSetPreferred`.
@_cdecl("SecCertificateSetPreferred")
public func secCertificateSetPreferred(
  _ certificate: UnsafeRawPointer?, _ name: UnsafeRawPointer?, _ keyUsage: UnsafeRawPointer?
) -> Int32 {
  set(certificate, as: SecCertificate.self, name, keyUsage, SecCertificateSetPreferred)
}

/// The C function `SecIdentityCopyPreferred`.
@_cdecl("SecIdentityCopyPreferred")
public func secIdentityCopyPreferred(
  _ name: UnsafeRawPointer?, _ keyUsage: UnsafeRawPointer?, _ validIssuers: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CCall.run {
    guard let name = CFInput.string(name), let keyUsage = OptionalArray(keyUsage),
      let issuers = OptionalArray(validIssuers)
    else { return nil }
    return Box.make(SecIdentityCopyPreferred(name, keyUsage.array, issuers.array))
  }
}

/// The C function `SecCertificateCopyPreferred`.
@_cdecl("SecCertificateCopyPreferred")
public func secCertificateCopyPreferred(
  _ name: UnsafeRawPointer?, _ keyUsage: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CCall.run {
    guard let name = CFInput.string(name), let keyUsage = OptionalArray(keyUsage) else {
      return nil
    }
    return Box.make(SecCertificateCopyPreferred(name, keyUsage.array))
  }
}

/// The C function `SecIdentitySetPreference`.
@_cdecl("SecIdentitySetPreference")
public func secIdentitySetPreference(
  _ identity: UnsafeRawPointer?, _ name: UnsafeRawPointer?, _ keyUsage: UInt32
) -> Int32 {
  CCall.run {
    guard let identity = Box.object(identity, as: SecIdentity.self),
      let name = CFInput.string(name)
    else { return errSecParam }
    return SecIdentitySetPreference(identity, name, keyUsage)
  }
}

/// The C function `SecCertificateSetPreference`.
@_cdecl("SecCertificateSetPreference")
public func secCertificateSetPreference(
  _ certificate: UnsafeRawPointer?, _ name: UnsafeRawPointer?, _ keyUsage: UInt32,
  _ date: UnsafeRawPointer?
) -> Int32 {
  CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self),
      let name = CFInput.string(name)
    else { return errSecParam }
    return SecCertificateSetPreference(certificate, name, keyUsage, nil)
  }
}

/// The C function `SecIdentityCopyPreference`.
@_cdecl("SecIdentityCopyPreference")
public func secIdentityCopyPreference(
  _ name: UnsafeRawPointer?, _ keyUsage: UInt32, _ validIssuers: UnsafeRawPointer?,
  _ identity: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  identity?.pointee = nil
  return CCall.run {
    guard let name = CFInput.string(name), let issuers = OptionalArray(validIssuers) else {
      return errSecParam
    }
    return CFOutput.give(identity) {
      SecIdentityCopyPreference(name, keyUsage, issuers.array, &$0)
    }
  }
}

/// The C function `SecCertificateCopyPreference`.
@_cdecl("SecCertificateCopyPreference")
public func secCertificateCopyPreference(
  _ name: UnsafeRawPointer?, _ keyUsage: UInt32,
  _ certificate: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  certificate?.pointee = nil
  return CCall.run {
    guard let name = CFInput.string(name) else { return errSecParam }
    return CFOutput.give(certificate) { SecCertificateCopyPreference(name, keyUsage, &$0) }
  }
}

/// An optional array argument of a C program.
private struct OptionalArray {
  let array: CFArray?

  /// Returns nil if the object is not an array.
  init?(_ object: UnsafeRawPointer?) {
    guard let object else {
      array = nil
      return
    }
    guard let array = CFInput.array(object) else { return nil }
    self.array = array
  }
}

private func set<Object: NSObject>(
  _ object: UnsafeRawPointer?, as type: Object.Type, _ name: UnsafeRawPointer?,
  _ keyUsage: UnsafeRawPointer?, _ body: (Object?, CFString, CFArray?) -> OSStatus
) -> Int32 {
  CCall.run {
    guard let name = CFInput.string(name), let keyUsage = OptionalArray(keyUsage) else {
      return errSecParam
    }
    guard let object else { return body(nil, name, keyUsage.array) }
    // An object that does not have the type `type` is refused. Treating such an object as nil would remove the
    // preference.
    guard let known = Box.object(object, as: type) else { return errSecParam }
    return body(known, name, keyUsage.array)
  }
}
