import KeychainModel

// The certificate owns the memory of the pointers that the functions in this file return. The pointers stay valid as
// long as the certificate exists. Each call returns the same pointer. The caller must not write to the memory.

/// Finds the bytes of a certificate. This function is an older form of `SecCertificateCopyData` on macOS.
///
/// - Parameters:
///   - certificate: The certificate, which owns the bytes. Keep the certificate as long as you use the bytes.
///   - data: Receives the address and the length of the DER.
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
///   - certificateType: Receives `CSSM_CERT_X_509v1`, `CSSM_CERT_X_509v2` or `CSSM_CERT_X_509v3`.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetType(
  _ certificate: SecCertificate, _ certificateType: UnsafeMutablePointer<CSSM_CERT_TYPE>
) -> OSStatus {
  // The constants `CSSM_CERT_X_509v1` to `v3` equal the version numbers 1 to 3.
  certificateType.pointee = CSSM_CERT_TYPE(certificate.certificate.version)
  return errSecSuccess
}

/// Finds the subject of a certificate, in its original encoding.
///
/// - Parameters:
///   - certificate: The certificate, which owns the name. Keep the certificate as long as you use the name.
///   - subject: Receives the name, which may be empty.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetSubject(
  _ certificate: SecCertificate,
  _ subject: UnsafeMutablePointer<UnsafePointer<CSSM_X509_NAME>?>
) -> OSStatus {
  certificate.find({ $0.subject }, subject)
}

/// Finds the issuer of a certificate, in its original encoding.
///
/// - Parameters:
///   - certificate: The certificate, which owns the name. Keep the certificate as long as you use the name.
///   - issuer: Receives the name.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetIssuer(
  _ certificate: SecCertificate,
  _ issuer: UnsafeMutablePointer<UnsafePointer<CSSM_X509_NAME>?>
) -> OSStatus {
  certificate.find({ $0.issuer }, issuer)
}

/// Finds the signature algorithm of a certificate.
///
/// - Parameters:
///   - certificate: The certificate, which owns the structure. Keep the certificate as long as you use the structure.
///   - algid: Receives the algorithm and its parameters.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateGetAlgorithmID(
  _ certificate: SecCertificate,
  _ algid: UnsafeMutablePointer<UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER>?>
) -> OSStatus {
  certificate.find({ $0.algorithm }, algid)
}

/// Always fails, because Latchkey has no CDSA certificate library. The function exists so that programs compile.
///
/// - Parameters:
///   - certificate: The certificate.
///   - clHandle: Unchanged.
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
    ErrorBoundary.status { () throws(KeychainError) in
      place.pointee = part(structures)
      return errSecSuccess
    }
  }
}
