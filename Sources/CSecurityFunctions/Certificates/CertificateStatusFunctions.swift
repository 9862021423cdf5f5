import Foundation
import Security

/// The C function `SecCertificateCopyCommonName`.
@_cdecl("SecCertificateCopyCommonName")
public func secCertificateCopyCommonName(
  _ certificate: UnsafeRawPointer?, _ commonName: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  commonName?.pointee = nil
  return CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      return errSecParam
    }
    return CFOutput.give(commonName) { SecCertificateCopyCommonName(certificate, &$0) }
  }
}

/// The C function `SecCertificateCopyEmailAddresses`.
@_cdecl("SecCertificateCopyEmailAddresses")
public func secCertificateCopyEmailAddresses(
  _ certificate: UnsafeRawPointer?, _ addresses: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  addresses?.pointee = nil
  return CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      return errSecParam
    }
    return CFOutput.give(addresses) { SecCertificateCopyEmailAddresses(certificate, &$0) }
  }
}

/// The C function `SecCertificateCopyPublicKey`, with the parameters that the function has on macOS.
@_cdecl("SecCertificateCopyPublicKey")
public func secCertificateCopyPublicKey(
  _ certificate: UnsafeRawPointer?, _ key: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  key?.pointee = nil
  return CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      return errSecParam
    }
    return CFOutput.give(key) { SecCertificateCopyPublicKey(certificate, &$0) }
  }
}

/// The C function `SecCertificateAddToKeychain`.
@_cdecl("SecCertificateAddToKeychain")
public func secCertificateAddToKeychain(
  _ certificate: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?
) -> Int32 {
  CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      return errSecParam
    }
    switch KeychainArgument.keychain(keychain) {
    case .success(let keychain): return SecCertificateAddToKeychain(certificate, keychain)
    case .failure(let refusal): return refusal.status
    }
  }
}
