import KeychainModel

// What these functions point at belongs to the certificate: it stays at its place as long as the certificate
// is there, is the same at every call, and is not to be written to.

/// Finds the bytes of a certificate: `SecCertificateCopyData` in its older form on macOS.
///
/// - Parameters:
///   - certificate: The certificate. It owns the bytes: keep it as long as they are used.
///   - data: Receives how many bytes of DER there are, and where.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetData(
  _ certificate: SecCertificate, _ data: CSSM_DATA_PTR
) -> OSStatus {
  certificate.find({ $0.data }, data)
}

/// Finds the version of a certificate.
///
/// - Parameters:
///   - certificate: The certificate.
///   - certificateType: Receives `CSSM_CERT_X_509v1`, `CSSM_CERT_X_509v2` or `CSSM_CERT_X_509v3`, as the certificate
///     says it.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetType(
  _ certificate: SecCertificate, _ certificateType: UnsafeMutablePointer<CSSM_CERT_TYPE>
) -> OSStatus {
  // The numbers are those of the versions.
  certificateType.pointee = CSSM_CERT_TYPE(certificate.certificate.version)
  return errSecSuccess
}

/// Finds the subject of a certificate, as it is written there.
///
/// - Parameters:
///   - certificate: The certificate. It owns the name: keep it as long as that is used.
///   - subject: Receives the name, which may be empty.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetSubject(
  _ certificate: SecCertificate,
  _ subject: UnsafeMutablePointer<UnsafePointer<CSSM_X509_NAME>?>
) -> OSStatus {
  certificate.find({ $0.subject }, subject)
}

/// Finds the issuer of a certificate, as it is written there.
///
/// - Parameters:
///   - certificate: The certificate. It owns the name: keep it as long as that is used.
///   - issuer: Receives the name.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetIssuer(
  _ certificate: SecCertificate,
  _ issuer: UnsafeMutablePointer<UnsafePointer<CSSM_X509_NAME>?>
) -> OSStatus {
  certificate.find({ $0.issuer }, issuer)
}

/// Finds the algorithm that a certificate is signed with.
///
/// - Parameters:
///   - certificate: The certificate. It owns what is found: keep it as long as that is used.
///   - algid: Receives the algorithm and its parameters.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetAlgorithmID(
  _ certificate: SecCertificate,
  _ algid: UnsafeMutablePointer<UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER>?>
) -> OSStatus {
  certificate.find({ $0.algorithm }, algid)
}

/// Is there so that programs compile: no certificate library of CDSA stands behind a certificate.
///
/// - Parameters:
///   - certificate: The certificate.
///   - clHandle: Left as it was.
/// - Returns: `errSecUnimplemented`.
@discardableResult
public func SecCertificateGetCLHandle(
  _ certificate: SecCertificate, _ clHandle: UnsafeMutablePointer<CSSM_CL_HANDLE>
) -> OSStatus {
  errSecUnimplemented
}

extension SecCertificate {
  fileprivate func find<Part>(
    _ part: (CertificateStructures) -> Part, _ place: UnsafeMutablePointer<Part>
  ) -> OSStatus {
    KeyCall.status { () throws(KeychainError) in
      place.pointee = part(structures)
      return errSecSuccess
    }
  }
}
