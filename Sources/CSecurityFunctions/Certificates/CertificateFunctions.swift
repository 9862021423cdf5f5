import Foundation
import Security

/// The C function `SecCertificateGetTypeID`.
@_cdecl("SecCertificateGetTypeID")
public func secCertificateGetTypeID() -> UInt { Box.typeIdentifier(.certificate) }

/// The C function `SecCertificateCreateWithData`.
@_cdecl("SecCertificateCreateWithData")
public func secCertificateCreateWithData(
  _ allocator: UnsafeRawPointer?, _ data: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CCall.run {
    Box.make(CFInput.data(data).flatMap { SecCertificateCreateWithData(nil, $0) })
  }
}

/// The C function `SecCertificateCopyData`.
@_cdecl("SecCertificateCopyData")
public func secCertificateCopyData(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { CFOutput.data(SecCertificateCopyData($0)) }
}

/// The C function `SecCertificateCopySubjectSummary`.
@_cdecl("SecCertificateCopySubjectSummary")
public func secCertificateCopySubjectSummary(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { CFOutput.string(SecCertificateCopySubjectSummary($0)) }
}

/// The C function `SecCertificateCopyNormalizedIssuerSequence`.
@_cdecl("SecCertificateCopyNormalizedIssuerSequence")
public func secCertificateCopyNormalizedIssuerSequence(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { CFOutput.data(SecCertificateCopyNormalizedIssuerSequence($0)) }
}

/// The C function `SecCertificateCopyNormalizedSubjectSequence`.
@_cdecl("SecCertificateCopyNormalizedSubjectSequence")
public func secCertificateCopyNormalizedSubjectSequence(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { CFOutput.data(SecCertificateCopyNormalizedSubjectSequence($0)) }
}

/// The C function `SecCertificateCopyKey`.
@_cdecl("SecCertificateCopyKey")
public func secCertificateCopyKey(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { Box.make(SecCertificateCopyKey($0)) }
}

/// The C function `SecCertificateCopyNotValidBeforeDate`.
@_cdecl("SecCertificateCopyNotValidBeforeDate")
public func secCertificateCopyNotValidBeforeDate(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { CFOutput.object(SecCertificateCopyNotValidBeforeDate($0)) }
}

/// The C function `SecCertificateCopyNotValidAfterDate`.
@_cdecl("SecCertificateCopyNotValidAfterDate")
public func secCertificateCopyNotValidAfterDate(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { CFOutput.object(SecCertificateCopyNotValidAfterDate($0)) }
}

/// The C function `SecCertificateCopySerialNumberData`.
@_cdecl("SecCertificateCopySerialNumberData")
public func secCertificateCopySerialNumberData(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { CFOutput.data(SecCertificateCopySerialNumberData($0, $1)) }
}

/// The C function `SecCertificateCopySerialNumber`.
@_cdecl("SecCertificateCopySerialNumber")
public func secCertificateCopySerialNumber(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  secCertificateCopySerialNumberData(certificate, error)
}

/// The C function `SecCertificateCopyNormalizedIssuerContent`.
@_cdecl("SecCertificateCopyNormalizedIssuerContent")
public func secCertificateCopyNormalizedIssuerContent(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { CFOutput.data(SecCertificateCopyNormalizedIssuerContent($0, $1)) }
}

/// The C function `SecCertificateCopyNormalizedSubjectContent`.
@_cdecl("SecCertificateCopyNormalizedSubjectContent")
public func secCertificateCopyNormalizedSubjectContent(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { CFOutput.data(SecCertificateCopyNormalizedSubjectContent($0, $1)) }
}

/// The C function `SecCertificateCopyLongDescription`.
@_cdecl("SecCertificateCopyLongDescription")
public func secCertificateCopyLongDescription(
  _ allocator: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { CFOutput.string(SecCertificateCopyLongDescription(nil, $0, $1)) }
}

/// The C function `SecCertificateCopyShortDescription`.
@_cdecl("SecCertificateCopyShortDescription")
public func secCertificateCopyShortDescription(
  _ allocator: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { CFOutput.string(SecCertificateCopyShortDescription(nil, $0, $1)) }
}

/// The C function `SecCertificateCopyValues`.
@_cdecl("SecCertificateCopyValues")
public func secCertificateCopyValues(
  _ certificate: UnsafeRawPointer?, _ keys: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { certificate, error in
    guard let keys else {
      return CFOutput.object(SecCertificateCopyValues(certificate, nil, error))
    }
    guard let keys = CFInput.array(keys) else {
      CErrorCall.refuse("keys", error)
      return nil
    }
    return CFOutput.object(SecCertificateCopyValues(certificate, keys, error))
  }
}

private func read(
  _ certificate: UnsafeRawPointer?, _ error: ErrorPointer?,
  _ body: (SecCertificate, UnsafeMutablePointer<Unmanaged<CFError>?>?) -> UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { place in
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      CErrorCall.refuse("certificate", place)
      return nil
    }
    return body(certificate, place)
  }
}

private func read(
  _ certificate: UnsafeRawPointer?, _ body: (SecCertificate) -> UnsafeRawPointer?
) -> UnsafeRawPointer? {
  CCall.run { Box.object(certificate, as: SecCertificate.self).flatMap(body) }
}
