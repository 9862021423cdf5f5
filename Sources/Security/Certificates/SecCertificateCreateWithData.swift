public import Foundation
import KeychainModel
import X509Certificates

/// Makes a certificate of its bytes.
///
/// Refused are PEM, a version of 0 that is written out, serial numbers of none or more than 37 bytes,
/// an empty list of extensions, critical extensions that are known and malformed, names that are
/// malformed, and times that cannot be read, among them those of `UTCTime` with the years 50 to 69.
/// Signature and validity are not looked at.
///
/// - Parameters:
///   - allocator: Ignored; pass nil.
///   - data: The DER. What follows the certificate is dropped.
/// - Returns: The certificate; nil when the bytes are none.
public func SecCertificateCreateWithData(
  _ allocator: CFAllocator?, _ data: CFData
) -> SecCertificate? {
  KeyCall.perform(nil) { () throws(KeychainError) in
    SecCertificate(try Certificate(der: data.bytesArray))
  }
}

/// Returns the bytes of a certificate: its DER, without what followed it.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  Data(certificate.certificate.der) as NSData
}
