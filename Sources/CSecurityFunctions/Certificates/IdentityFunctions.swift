import Foundation
import Security

/// The C function `SecIdentityGetTypeID`.
@_cdecl("SecIdentityGetTypeID")
public func secIdentityGetTypeID() -> UInt { Box.typeIdentifier(.identity) }

/// The C function `SecIdentityCreate`.
@_cdecl("SecIdentityCreate")
public func secIdentityCreate(
  _ allocator: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?, _ privateKey: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self),
      let privateKey = Box.object(privateKey, as: SecKey.self)
    else { return nil }
    return Box.make(SecIdentityCreate(nil, certificate, privateKey))
  }
}

/// The C function `SecIdentityCopyCertificate`.
@_cdecl("SecIdentityCopyCertificate")
public func secIdentityCopyCertificate(
  _ identity: UnsafeRawPointer?, _ certificate: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  certificate?.pointee = nil
  return CCall.run {
    guard let identity = Box.object(identity, as: SecIdentity.self) else {
      return errSecParam
    }
    return CFOutput.give(certificate) { SecIdentityCopyCertificate(identity, &$0) }
  }
}

/// The C function `SecIdentityCopyPrivateKey`.
@_cdecl("SecIdentityCopyPrivateKey")
public func secIdentityCopyPrivateKey(
  _ identity: UnsafeRawPointer?, _ privateKey: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  privateKey?.pointee = nil
  return CCall.run {
    guard let identity = Box.object(identity, as: SecIdentity.self) else {
      return errSecParam
    }
    return CFOutput.give(privateKey) { SecIdentityCopyPrivateKey(identity, &$0) }
  }
}

/// The C function `SecIdentityCreateWithCertificate`.
@_cdecl("SecIdentityCreateWithCertificate")
public func secIdentityCreateWithCertificate(
  _ keychains: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?,
  _ identity: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  identity?.pointee = nil
  return CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self), let identity else {
      return errSecParam
    }
    switch KeychainArgument.selection(keychains) {
    case .refused(let status): return status
    case .standard: return CFOutput.give(identity) { SecIdentityCreateWithCertificate(nil, certificate, &$0) }
    case .keychains(let list):
      return CFOutput.give(identity) {
        SecIdentityCreateWithCertificate(NSArray(array: list), certificate, &$0)
      }
    }
  }
}
