import Foundation
import Security

/// `SecCertificateCopyCommonName`
@_cdecl("SecCertificateCopyCommonName")
public func secCertificateCopyCommonName(
  _ certificate: UnsafeRawPointer?, _ commonName: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  commonName?.pointee = nil
  return ForeignCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self), let commonName else {
      return errSecParam
    }
    var name: CFString?
    let status = SecCertificateCopyCommonName(certificate, &name)
    commonName.pointee = Outgoing.string(name)
    return status
  }
}

/// `SecCertificateCopyEmailAddresses`
@_cdecl("SecCertificateCopyEmailAddresses")
public func secCertificateCopyEmailAddresses(
  _ certificate: UnsafeRawPointer?, _ addresses: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  addresses?.pointee = nil
  return ForeignCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self), let addresses else {
      return errSecParam
    }
    var found: CFArray?
    let status = SecCertificateCopyEmailAddresses(certificate, &found)
    addresses.pointee = Outgoing.object(found)
    return status
  }
}

/// `SecCertificateCopyPublicKey`, in its form for macOS
@_cdecl("SecCertificateCopyPublicKey")
public func secCertificateCopyPublicKey(
  _ certificate: UnsafeRawPointer?, _ key: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  key?.pointee = nil
  return ForeignCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self), let key else {
      return errSecParam
    }
    var found: SecKey?
    let status = SecCertificateCopyPublicKey(certificate, &found)
    key.pointee = Box.make(found)
    return status
  }
}

/// `SecCertificateAddToKeychain`
@_cdecl("SecCertificateAddToKeychain")
public func secCertificateAddToKeychain(
  _ certificate: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?
) -> Int32 {
  ForeignCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      return errSecParam
    }
    if let refusal = KeychainHandle.refusal(keychain) { return refusal }
    return SecItemAdd([kSecValueRef: certificate] as NSDictionary, nil)
  }
}
