import Foundation
import Security

/// `SecIdentityGetTypeID`
@_cdecl("SecIdentityGetTypeID")
public func secIdentityGetTypeID() -> UInt { Box.typeIdentifier(.identity) }

/// `SecIdentityCreate`
@_cdecl("SecIdentityCreate")
public func secIdentityCreate(
  _ allocator: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?, _ privateKey: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  ForeignCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self),
      let privateKey = Box.object(privateKey, as: SecKey.self)
    else { return nil }
    return Box.make(SecIdentityCreate(nil, certificate, privateKey))
  }
}

/// `SecIdentityCopyCertificate`
@_cdecl("SecIdentityCopyCertificate")
public func secIdentityCopyCertificate(
  _ identity: UnsafeRawPointer?, _ certificate: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  certificate?.pointee = nil
  return ForeignCall.run {
    guard let identity = Box.object(identity, as: SecIdentity.self), let certificate else {
      return errSecParam
    }
    var found: SecCertificate?
    let status = SecIdentityCopyCertificate(identity, &found)
    certificate.pointee = Box.make(found)
    return status
  }
}

/// `SecIdentityCopyPrivateKey`
@_cdecl("SecIdentityCopyPrivateKey")
public func secIdentityCopyPrivateKey(
  _ identity: UnsafeRawPointer?, _ privateKey: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  privateKey?.pointee = nil
  return ForeignCall.run {
    guard let identity = Box.object(identity, as: SecIdentity.self), let privateKey else {
      return errSecParam
    }
    var found: SecKey?
    let status = SecIdentityCopyPrivateKey(identity, &found)
    privateKey.pointee = Box.make(found)
    return status
  }
}

/// `SecIdentityCreateWithCertificate`
@_cdecl("SecIdentityCreateWithCertificate")
public func secIdentityCreateWithCertificate(
  _ keychains: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?,
  _ identity: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  identity?.pointee = nil
  return ForeignCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self), let identity else {
      return errSecParam
    }
    if let refusal = KeychainHandle.refusal(keychains) { return refusal }
    var found: SecIdentity?
    let status = SecIdentityCreateWithCertificate(nil, certificate, &found)
    identity.pointee = Box.make(found)
    return status
  }
}
