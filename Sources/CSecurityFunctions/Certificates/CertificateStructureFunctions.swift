import Foundation
import Security

/// The C function `SecCertificateCreateFromData`.
@_cdecl("SecCertificateCreateFromData")
public func secCertificateCreateFromData(
  _ data: UnsafeRawPointer?, _ type: UInt32, _ encoding: UInt32,
  _ certificate: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  certificate?.pointee = nil
  return CCall.run {
    guard let data = data?.assumingMemoryBound(to: CSSM_DATA.self) else { return errSecParam }
    return CFOutput.give(certificate) { SecCertificateCreateFromData(data, type, encoding, &$0) }
  }
}

/// The C function `SecCertificateGetData`.
@_cdecl("SecCertificateGetData")
public func secCertificateGetData(
  _ certificate: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  let place = data?.assumingMemoryBound(to: CSSM_DATA.self)
  return read(certificate, place, CSSM_DATA(), SecCertificateGetData)
}

/// The C function `SecCertificateGetType`.
@_cdecl("SecCertificateGetType")
public func secCertificateGetType(
  _ certificate: UnsafeRawPointer?, _ type: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  read(certificate, type, CSSM_CERT_UNKNOWN, SecCertificateGetType)
}

/// The C function `SecCertificateGetSubject`.
@_cdecl("SecCertificateGetSubject")
public func secCertificateGetSubject(
  _ certificate: UnsafeRawPointer?, _ subject: UnsafeMutableRawPointer?
) -> Int32 {
  let place = subject?.assumingMemoryBound(to: UnsafePointer<CSSM_X509_NAME>?.self)
  return read(certificate, place, nil, SecCertificateGetSubject)
}

/// The C function `SecCertificateGetIssuer`.
@_cdecl("SecCertificateGetIssuer")
public func secCertificateGetIssuer(
  _ certificate: UnsafeRawPointer?, _ issuer: UnsafeMutableRawPointer?
) -> Int32 {
  let place = issuer?.assumingMemoryBound(to: UnsafePointer<CSSM_X509_NAME>?.self)
  return read(certificate, place, nil, SecCertificateGetIssuer)
}

/// The C function `SecCertificateGetCLHandle`.
@_cdecl("SecCertificateGetCLHandle")
public func secCertificateGetCLHandle(
  _ certificate: UnsafeRawPointer?, _ handle: UnsafeMutablePointer<Int>?
) -> Int32 {
  read(certificate, handle, 0, SecCertificateGetCLHandle)
}

/// The C function `SecCertificateGetAlgorithmID`.
@_cdecl("SecCertificateGetAlgorithmID")
public func secCertificateGetAlgorithmID(
  _ certificate: UnsafeRawPointer?, _ algorithm: UnsafeMutableRawPointer?
) -> Int32 {
  let place = algorithm?.assumingMemoryBound(
    to: UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER>?.self)
  return read(certificate, place, nil, SecCertificateGetAlgorithmID)
}

/// Calls a function that stores a part of a certificate in `place`. Before the call, stores the value `nothing` in
/// `place`. Returns `errSecParam` if the certificate or `place` is missing or has a wrong type.
private func read<Value>(
  _ certificate: UnsafeRawPointer?, _ place: UnsafeMutablePointer<Value>?, _ nothing: Value,
  _ function: (SecCertificate, UnsafeMutablePointer<Value>) -> OSStatus
) -> OSStatus {
  place?.pointee = nothing
  return CCall.run {
    guard let certificate = Box.object(certificate, as: SecCertificate.self), let place else {
      return errSecParam
    }
    return function(certificate, place)
  }
}
