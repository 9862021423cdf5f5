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
  ForeignCall.run {
    Box.make(Incoming.data(data).flatMap { SecCertificateCreateWithData(nil, $0) })
  }
}

/// The C function `SecCertificateCopyData`.
@_cdecl("SecCertificateCopyData")
public func secCertificateCopyData(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.data(SecCertificateCopyData($0)) }
}

/// The C function `SecCertificateCopySubjectSummary`.
@_cdecl("SecCertificateCopySubjectSummary")
public func secCertificateCopySubjectSummary(_ certificate: UnsafeRawPointer?) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.string(SecCertificateCopySubjectSummary($0)) }
}

/// The C function `SecCertificateCopyNormalizedIssuerSequence`.
@_cdecl("SecCertificateCopyNormalizedIssuerSequence")
public func secCertificateCopyNormalizedIssuerSequence(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.data(SecCertificateCopyNormalizedIssuerSequence($0)) }
}

/// The C function `SecCertificateCopyNormalizedSubjectSequence`.
@_cdecl("SecCertificateCopyNormalizedSubjectSequence")
public func secCertificateCopyNormalizedSubjectSequence(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.data(SecCertificateCopyNormalizedSubjectSequence($0)) }
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
  read(certificate) { Outgoing.object(SecCertificateCopyNotValidBeforeDate($0)) }
}

/// The C function `SecCertificateCopyNotValidAfterDate`.
@_cdecl("SecCertificateCopyNotValidAfterDate")
public func secCertificateCopyNotValidAfterDate(
  _ certificate: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  read(certificate) { Outgoing.object(SecCertificateCopyNotValidAfterDate($0)) }
}

/// The C function `SecCertificateCopySerialNumberData`.
@_cdecl("SecCertificateCopySerialNumberData")
public func secCertificateCopySerialNumberData(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { Outgoing.data(SecCertificateCopySerialNumberData($0, $1)) }
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
  read(certificate, error) { Outgoing.data(SecCertificateCopyNormalizedIssuerContent($0, $1)) }
}

/// The C function `SecCertificateCopyNormalizedSubjectContent`.
@_cdecl("SecCertificateCopyNormalizedSubjectContent")
public func secCertificateCopyNormalizedSubjectContent(
  _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { Outgoing.data(SecCertificateCopyNormalizedSubjectContent($0, $1)) }
}

/// The C function `SecCertificateCopyLongDescription`.
@_cdecl("SecCertificateCopyLongDescription")
public func secCertificateCopyLongDescription(
  _ allocator: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { Outgoing.string(SecCertificateCopyLongDescription(nil, $0, $1)) }
}

/// The C function `SecCertificateCopyShortDescription`.
@_cdecl("SecCertificateCopyShortDescription")
public func secCertificateCopyShortDescription(
  _ allocator: UnsafeRawPointer?, _ certificate: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { Outgoing.string(SecCertificateCopyShortDescription(nil, $0, $1)) }
}

/// The C function `SecCertificateCopyValues`.
@_cdecl("SecCertificateCopyValues")
public func secCertificateCopyValues(
  _ certificate: UnsafeRawPointer?, _ keys: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  read(certificate, error) { certificate, error in
    guard let keys else {
      return Outgoing.object(SecCertificateCopyValues(certificate, nil, error))
    }
    guard let keys = Incoming.array(keys) else {
      ForeignError.refuse("keys", error)
      return nil
    }
    return Outgoing.object(SecCertificateCopyValues(certificate, keys, error))
  }
}

private func read(
  _ certificate: UnsafeRawPointer?, _ error: ErrorPlace?,
  _ body: (SecCertificate, UnsafeMutablePointer<Unmanaged<CFError>?>?) -> UnsafeRawPointer?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { place in
    guard let certificate = Box.object(certificate, as: SecCertificate.self) else {
      ForeignError.refuse("certificate", place)
      return nil
    }
    return body(certificate, place)
  }
}

private func read(
  _ certificate: UnsafeRawPointer?, _ body: (SecCertificate) -> UnsafeRawPointer?
) -> UnsafeRawPointer? {
  ForeignCall.run { Box.object(certificate, as: SecCertificate.self).flatMap(body) }
}
