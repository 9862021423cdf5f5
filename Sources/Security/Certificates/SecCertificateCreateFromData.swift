import KeychainModel
import X509Certificates

/// Makes a certificate from its bytes. This is an older form of `SecCertificateCreateWithData` on macOS, and accepts
/// the same bytes.
///
/// - Parameters:
///   - data: The DER. Bytes after the certificate are ignored.
///   - type: `CSSM_CERT_X_509v1`, `CSSM_CERT_X_509v2` or `CSSM_CERT_X_509v3`. The function ignores the difference: the
///     certificate states its own version.
///   - encoding: `CSSM_CERT_ENCODING_DER` or `CSSM_CERT_ENCODING_BER`. The function ignores the difference: X.509
///     certificates are DER, which is also BER.
///   - certificate: Receives the certificate. Unchanged on failure.
/// - Returns:
///   - `errSecSuccess`: The certificate was made.
///   - `errSecParam`: The type or encoding is not one of the above, or there are no bytes.
///   - `errSecUnknownFormat`: The bytes are not a certificate.
@discardableResult
public func SecCertificateCreateFromData(
  _ data: UnsafePointer<CSSM_DATA>, _ type: CSSM_CERT_TYPE, _ encoding: CSSM_CERT_ENCODING,
  _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    guard (CSSM_CERT_X_509v1...CSSM_CERT_X_509v3).contains(type),
      encoding == CSSM_CERT_ENCODING_BER || encoding == CSSM_CERT_ENCODING_DER,
      let start = data.pointee.Data, data.pointee.Length > 0
    else { return errSecParam }
    let bytes = Array(UnsafeBufferPointer(start: start, count: data.pointee.Length))
    guard let made = try? Certificate(der: bytes) else { return errSecUnknownFormat }
    certificate.pointee = SecCertificate(made)
    return errSecSuccess
  }
}
