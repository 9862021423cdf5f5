import Foundation
import Security

/// `SecCertificateGetTypeID`
@_cdecl("SecCertificateGetTypeID")
public func secCertificateGetTypeID() -> UInt { Box.typeIdentifier(.certificate) }

/// `SecCertificateCreateWithData`
@_cdecl("SecCertificateCreateWithData")
public func secCertificateCreateWithData(
  _ allocator: UnsafeRawPointer?, _ data: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  ForeignCall.run {
    Box.make(Incoming.data(data).flatMap { SecCertificateCreateWithData(nil, $0) })
  }
}

/// `SecCertificateCopyData`
@_cdecl("SecCertificateCopyData")
public func secCertificateCopyData(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.data(SecCertificateCopyData($0)) }
}

/// `SecCertificateCopySubjectSummary`
@_cdecl("SecCertificateCopySubjectSummary")
public func secCertificateCopySubjectSummary(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer?
{
  read(certificate) { Outgoing.string(SecCertificateCopySubjectSummary($0)) }
}

/// `SecCertificateCopyNormalizedIssuerSequence`
@_cdecl("SecCertificateCopyNormalizedIssuerSequence")
public func secCertificateCopyNormalizedIssuerSequence(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.data(SecCertificateCopyNormalizedIssuerSequence($0)) }
}

/// `SecCertificateCopyNormalizedSubjectSequence`
@_cdecl("SecCertificateCopyNormalizedSubjectSequence")
public func secCertificateCopyNormalizedSubjectSequence(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.data(SecCertificateCopyNormalizedSubjectSequence($0)) }
}

/// `SecCertificateCopyKey`
@_cdecl("SecCertificateCopyKey")
public func secCertificateCopyKey(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { Box.make(SecCertificateCopyKey($0)) }
}

/// `SecCertificateCopyNotValidBeforeDate`
@_cdecl("SecCertificateCopyNotValidBeforeDate")
public func secCertificateCopyNotValidBeforeDate(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.object(SecCertificateCopyNotValidBeforeDate($0)) }
}

/// `SecCertificateCopyNotValidAfterDate`
@_cdecl("SecCertificateCopyNotValidAfterDate")
public func secCertificateCopyNotValidAfterDate(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.object(SecCertificateCopyNotValidAfterDate($0)) }
}

/// `SecCertificateCopySerialNumberData`
@_cdecl("SecCertificateCopySerialNumberData")
public func secCertificateCopySerialNumberData(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { error in
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      ForeignError.refuse("certificate", error)
      return nil
    }
    return Outgoing.data(SecCertificateCopySerialNumberData(certificate, error))
  }
}

/// `SecCertificateCopySerialNumber`
@_cdecl("SecCertificateCopySerialNumber")
public func secCertificateCopySerialNumber(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  secCertificateCopySerialNumberData(certificate, error)
}

private func read(
  _ certificate: UnsafeRawPointer?, _ body: (SecCertificate) -> UnsafeRawPointer?
) -> UnsafeRawPointer? {
  ForeignCall.run { Box.object(certificate, as: SecCertificate.self).flatMap(body) }
}
