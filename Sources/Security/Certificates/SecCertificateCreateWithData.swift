public import Foundation
import KeychainModel
import X509Certificates

/// Makes a certificate from its bytes.
///
/// The function refuses PEM, an explicit version number 0, an empty serial number or one of more than 37 bytes, an
/// empty list of extensions, a known critical extension that is malformed, and a malformed name. It also refuses times
/// that cannot be read, such as a `UTCTime` with a year from 50 to 69. It checks neither the signature nor the
/// validity period.
///
/// - Parameters:
///   - allocator: Ignored; pass nil.
///   - data: The DER. Bytes after the certificate are ignored.
/// - Returns: The certificate; nil if the bytes are not a certificate.
public func SecCertificateCreateWithData(
  _ allocator: CFAllocator?, _ data: CFData
) -> SecCertificate? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    SecCertificate(try Certificate(der: data.bytesArray))
  }
}

/// Returns the DER of a certificate, without the bytes that followed it.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  Data(certificate.certificate.der) as NSData
}
