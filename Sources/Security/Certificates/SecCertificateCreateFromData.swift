import KeychainModel
import X509Certificates

/// Makes a certificate of its bytes: `SecCertificateCreateWithData` in its older form on macOS, which takes the same
/// bytes.
///
/// - Parameters:
///   - data: The DER. What follows the certificate is dropped.
///   - type: `CSSM_CERT_X_509v1`, `CSSM_CERT_X_509v2` or `CSSM_CERT_X_509v3`. Which of them makes no difference: the
///     certificate says its version itself.
///   - encoding: `CSSM_CERT_ENCODING_DER` or `CSSM_CERT_ENCODING_BER`. Which of them makes no difference: X.509 has
///     certificates in DER, which is BER.
///   - certificate: Receives the certificate; is left as it was when there is none.
/// - Returns: `errSecSuccess`; `errSecParam` for another type or encoding, and for no bytes;
///   `errSecUnknownFormat` for bytes that are no certificate.
@discardableResult
public func SecCertificateCreateFromData(
  _ data: UnsafePointer<CSSM_DATA>, _ type: CSSM_CERT_TYPE, _ encoding: CSSM_CERT_ENCODING,
  _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  KeyCall.status { () throws(KeychainError) in
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
